import { isDialproofError } from '../../model/errors.js';
import { type HoldId, type TaskRun, taskRunOfHold } from '../../model/identifiers.js';
import { hasEnded } from '../../model/task.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';
import type { LedgerUpkeep, OpenHold } from '../../ports/optional/ledger-upkeep.js';
import type { Lease, TaskStore } from '../../ports/task-store.js';
import type { FailureReporter } from '../../reports/failure-reporter.js';

/** The holds of a step. Each costs a look into the store. */
const HOLDS_A_STEP = 100;

export interface LostHoldsSettings {
  readonly store: TaskStore;
  readonly ledger: CreditLedger;
  readonly upkeep: LedgerUpkeep;
  readonly leaseMs: number;
  readonly reporter: FailureReporter;
}

/**
 * Releases the holds of tasks that no longer need them. A process that stands still before it makes its hold, until others have discarded
 * its draft or retry, and then dies behind its hold, leaves one that no step settles.
 */
export class LostHolds {
  readonly #settings: LostHoldsSettings;
  #after: HoldId | null = null;

  constructor(settings: LostHoldsSettings) {
    this.#settings = settings;
  }

  /** Looks at the next holds, and begins again after the last one. */
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
   * Takes the place of whoever could still use the hold: begins a draft or a retry of the task, which the store refuses while there is another.
   * If this process dies then, the draft or retry is discarded like any other.
   */
  async #takeOver({ run, taskId }: TaskRun, accountId: OpenHold['accountId']): Promise<Lease | undefined> {
    const { leaseMs, store } = this.#settings;
    const task = await store.find(taskId);
    try {
      if (task === undefined) return await store.begin({ taskId, accountId, run, leaseMs });
      // The hold is of this run, or it is looked at again after its end.
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
