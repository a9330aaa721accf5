import { isDialproofError } from '../../model/errors.js';
import { type HoldId, type TaskRun, taskRunOfHold } from '../../model/identifiers.js';
import { hasEnded } from '../../model/task.js';
import type { Clock } from '../../ports/clock.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';
import type { LedgerUpkeep, OpenHold } from '../../ports/optional/ledger-upkeep.js';
import type { ReplayStore } from '../../ports/optional/replay-store.js';
import type { SingleAnswerStore } from '../../ports/optional/single-answer-store.js';
import type { TaskArchive } from '../../ports/optional/task-archive.js';
import type { WorkOutcome } from '../../ports/task-queue.js';
import type { Lease, TaskStore } from '../../ports/task-store.js';
import type { FailureReporter } from '../../reports/failure-reporter.js';

/** How often a process looks for expired tasks, answers and holds. */
const INTERVAL_MS = 60_000;

/** The most that one call of `work` removes of each kind: a task may have 50 MB of rows, the others have a few hundred bytes. */
const TASKS_A_STEP = 10;
const OTHERS_A_STEP = 500;

export interface ExpirySettings extends Omit<LostHoldsSettings, 'upkeep'> {
  readonly upkeep: LedgerUpkeep | null;
  readonly holdRetentionMs: number;
  readonly chargeDetailMs: number | null;
  readonly archive: TaskArchive | null;
  readonly replays: ReplayStore | null;
  readonly singleAnswers: SingleAnswerStore | null;
  readonly taskRetentionMs: number | null;
  readonly clock: Clock;
}

/** Removes a few items, and resolves to whether more are left. */
type Step = () => Promise<boolean>;

/** Releases expired holds, removes expired tasks, answers and closed holds, and sums up old charges. Each call of `work` handles a few. */
export class Expiry {
  readonly #settings: ExpirySettings;
  readonly #steps: readonly Step[];
  #nextAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;

  constructor(settings: ExpirySettings) {
    this.#settings = settings;
    this.#steps = stepsOf(settings);
  }

  /**
   * Takes a step after a piece of work, if one is due. If more is left to remove, an outcome of `nothing` asks for the next call at once.
   */
  async after(outcome: WorkOutcome): Promise<WorkOutcome> {
    const { clock } = this.#settings;
    if (this.#isRunning || clock.elapsed() < this.#nextAt) return outcome;
    this.#isRunning = true;
    const hasMore = await this.#step();
    this.#nextAt = clock.elapsed() + (hasMore ? 0 : INTERVAL_MS);
    this.#isRunning = false;
    return hasMore && outcome.did === 'nothing' ? { did: 'nothing', retryAfterMs: 0 } : outcome;
  }

  /** Resolves to whether more is left. Never rejects: a failed removal is repeated when the next step is due. */
  async #step(): Promise<boolean> {
    let hasMore = false;
    for (const step of this.#steps) {
      try {
        if (await step()) hasMore = true;
      } catch (error) {
        this.#settings.reporter.report('cleanup_failed', error);
      }
    }
    return hasMore;
  }
}

function stepsOf(settings: ExpirySettings): readonly Step[] {
  const {
    archive,
    chargeDetailMs,
    holdRetentionMs,
    ledger,
    replays,
    singleAnswers,
    taskRetentionMs,
    upkeep,
  } = settings;
  const steps: Step[] = [() => ledger.releaseExpired().then(() => false)];
  if (archive !== null && taskRetentionMs !== null) {
    steps.push(removal(TASKS_A_STEP, (limit) => archive.expire({ endedBeforeMs: taskRetentionMs, limit })));
    if (singleAnswers !== null)
      steps.push(
        removal(OTHERS_A_STEP, (limit) => singleAnswers.expire({ olderThanMs: taskRetentionMs, limit })),
      );
  }
  if (replays !== null) steps.push(removal(OTHERS_A_STEP, (limit) => replays.expire({ limit })));
  if (upkeep === null) return steps;
  const lost = new LostHolds({ ...settings, upkeep });
  steps.push(
    // This step never asks for another one: lost holds are rare, and examining one costs a read of the store.
    () => lost.step().then(() => false),
    removal(OTHERS_A_STEP, (limit) => upkeep.pruneHolds({ closedBeforeMs: holdRetentionMs, limit })),
  );
  if (chargeDetailMs !== null) {
    steps.push(
      removal(OTHERS_A_STEP, (limit) => upkeep.sumUpCharges({ endedBeforeMs: chargeDetailMs, limit })),
    );
  }
  return steps;
}

/** Makes a step that removes at most `limit` items. If it removes that many, more may be left. */
function removal(limit: number, remove: (limit: number) => Promise<number>): Step {
  return async () => (await remove(limit)) >= limit;
}

/** The most holds in a step. Each costs a read of the store. */
const HOLDS_A_STEP = 100;

interface LostHoldsSettings {
  readonly store: TaskStore;
  readonly ledger: CreditLedger;
  readonly upkeep: LedgerUpkeep;
  readonly leaseMs: number;
  readonly reporter: FailureReporter;
}

/**
 * Releases the holds of tasks that no longer need them. Such a hold remains if a process stands still before it makes the hold, others
 * discard its draft or retry meanwhile, and the process then makes the hold and dies.
 */
class LostHolds {
  readonly #settings: LostHoldsSettings;
  #after: HoldId | null = null;

  constructor(settings: LostHoldsSettings) {
    this.#settings = settings;
  }

  /** Examines the next holds, and begins again after the last one. */
  async step(): Promise<void> {
    const { upkeep } = this.#settings;
    const holds = await upkeep.openHolds({ after: this.#after, limit: HOLDS_A_STEP });
    for (const hold of holds) await this.#releaseIfLost(hold);
    this.#after = holds.length < HOLDS_A_STEP ? null : (holds.at(-1)?.holdId ?? null);
  }

  async #releaseIfLost({ accountId, holdId }: OpenHold): Promise<void> {
    const { ledger, reporter, store } = this.#settings;
    const run = taskRunOfHold(holdId);
    if (run === undefined) return;
    const lease = await this.#takeOver(run, accountId);
    if (lease === undefined) return;
    const { returned } = await ledger.settle({ holdId, accountId, credits: 0 });
    await store.discard(lease);
    if (returned === 0) return;
    reporter.report(
      'settlement_differs',
      new RangeError(`the hold ${holdId} belonged to no task that goes on; its credits were released`),
    );
  }

  /**
   * Makes sure that nobody else can use the hold: begins a draft or a retry of the task, which the store refuses if there is another one.
   * If this process dies, that draft or retry is discarded as abandoned.
   */
  async #takeOver({ run, taskId }: TaskRun, accountId: OpenHold['accountId']): Promise<Lease | undefined> {
    const { leaseMs, store } = this.#settings;
    const task = await store.find(taskId);
    try {
      if (task === undefined) return await store.begin({ taskId, accountId, run, leaseMs });
      // The hold may belong to the present run. If not, it is found again after the task's end.
      if (!hasEnded(task.status)) return undefined;
      return (await store.beginRetry(taskId, leaseMs))?.lease;
    } catch (error) {
      if (isDialproofError(error, 'request_in_progress') || isDialproofError(error, 'task_not_found')) {
        return undefined;
      }
      throw error;
    }
  }
}
