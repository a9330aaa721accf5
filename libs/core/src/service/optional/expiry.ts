import type { Clock } from '../../ports/clock.js';
import type { LedgerUpkeep } from '../../ports/optional/ledger-upkeep.js';
import type { ReplayStore } from '../../ports/optional/replay-store.js';
import type { TaskArchive } from '../../ports/optional/task-archive.js';
import type { WorkOutcome } from '../../ports/task-queue.js';
import { LostHolds, type LostHoldsSettings } from './lost-holds.js';

/** How often a process looks for expired tasks and answers. */
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
  readonly taskRetentionMs: number | null;
  readonly clock: Clock;
}

/** Removes a few, and resolves to whether more are left. */
type Step = () => Promise<boolean>;

/** Removes expired tasks, expired answers of requests and closed holds, and sums up old charges, a few with each call of `work`. */
export class Expiry {
  readonly #settings: ExpirySettings;
  readonly #steps: readonly Step[];
  #nextAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;

  constructor(settings: ExpirySettings) {
    this.#settings = settings;
    this.#steps = stepsOf(settings);
  }

  /** Takes a step after a piece of work, if one is due. If more is left to remove, a `work` that has nothing to do is called again at once. */
  async after(outcome: WorkOutcome): Promise<WorkOutcome> {
    const { clock } = this.#settings;
    if (this.#steps.length === 0 || this.#isRunning || clock.elapsed() < this.#nextAt) return outcome;
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
  const { archive, chargeDetailMs, holdRetentionMs, replays, taskRetentionMs, upkeep } = settings;
  const steps: Step[] = [];
  if (archive !== null && taskRetentionMs !== null) {
    steps.push(removal(TASKS_A_STEP, (limit) => archive.expire({ endedBeforeMs: taskRetentionMs, limit })));
  }
  if (replays !== null) steps.push(removal(OTHERS_A_STEP, (limit) => replays.expire({ limit })));
  if (upkeep === null) return steps;
  const lost = new LostHolds({ ...settings, upkeep });
  steps.push(
    // It does not ask for another step: lost holds are rare, and examining one costs a read of the store.
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
