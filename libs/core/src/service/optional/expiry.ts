import type { Clock } from '../../ports/clock.js';
import type { LedgerUpkeep } from '../../ports/ledger-upkeep.js';
import type { ReplayStore } from '../../ports/replay-store.js';
import type { TaskArchive } from '../../ports/task-archive.js';
import type { WorkOutcome } from '../../ports/task-queue.js';
import { LostHolds, type LostHoldsSettings } from './lost-holds.js';

/** How often a process looks for expired tasks and answers. */
const INTERVAL_MS = 60_000;

/** The most that one call of `work` removes: a task may have 50 MB of rows, an answer has a few hundred bytes. */
const TASKS_A_STEP = 10;
const REPLAYS_A_STEP = 500;
const HOLDS_A_STEP = 500;
const CHARGES_A_STEP = 500;

export interface ExpirySettings extends Omit<LostHoldsSettings, 'upkeep'> {
  readonly upkeep: LedgerUpkeep | null;
  readonly holdRetentionMs: number;
  readonly chargeDetailMs: number | null;
  readonly archive: TaskArchive | null;
  readonly replays: ReplayStore | null;
  readonly taskRetentionMs: number | null;
  readonly clock: Clock;
}

/** Removes expired tasks, expired answers of requests and closed holds, and sums up old charges, a few with each call of `work`. */
export class Expiry {
  readonly #settings: ExpirySettings;
  readonly #steps: readonly (() => Promise<boolean>)[];
  #nextAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;

  constructor(settings: ExpirySettings) {
    const { archive, replays, taskRetentionMs, upkeep } = settings;
    this.#settings = settings;
    this.#steps = [
      ...(archive === null || taskRetentionMs === null ? [] : [() => removeTasks(archive, taskRetentionMs)]),
      ...(replays === null ? [] : [() => removeAnswers(replays)]),
      ...(upkeep === null ? [] : upkeepSteps({ ...settings, upkeep })),
    ];
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

async function removeTasks(archive: TaskArchive, endedBeforeMs: number): Promise<boolean> {
  return (await archive.expire({ endedBeforeMs, limit: TASKS_A_STEP })) >= TASKS_A_STEP;
}

function upkeepSteps(settings: ExpirySettings & LostHoldsSettings): (() => Promise<boolean>)[] {
  const { chargeDetailMs, holdRetentionMs, upkeep } = settings;
  return [
    releaseLostHolds(settings),
    () => pruneHolds(upkeep, holdRetentionMs),
    ...(chargeDetailMs === null ? [] : [() => sumUpCharges(upkeep, chargeDetailMs)]),
  ];
}

async function pruneHolds(upkeep: LedgerUpkeep, closedBeforeMs: number): Promise<boolean> {
  return (await upkeep.pruneHolds({ closedBeforeMs, limit: HOLDS_A_STEP })) >= HOLDS_A_STEP;
}

async function sumUpCharges(upkeep: LedgerUpkeep, endedBeforeMs: number): Promise<boolean> {
  return (await upkeep.sumUpCharges({ endedBeforeMs, limit: CHARGES_A_STEP })) >= CHARGES_A_STEP;
}

/** The next holds can wait: lost ones are rare, and each hold costs a look into the store. */
function releaseLostHolds(settings: LostHoldsSettings): () => Promise<boolean> {
  const lost = new LostHolds(settings);
  return async () => {
    await lost.step();
    return false;
  };
}

async function removeAnswers(replays: ReplayStore): Promise<boolean> {
  return (await replays.expire({ limit: REPLAYS_A_STEP })) >= REPLAYS_A_STEP;
}
