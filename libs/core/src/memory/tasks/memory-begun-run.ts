import type { AccountId, TaskId } from '../../model/identifiers.js';
import type { DiscardClaim } from '../../ports/task-store.js';
import { MemoryLease } from './memory-lease.js';

/** A begun upload or retry in the {@link MemoryTaskStore}: it becomes a run of a task, or is discarded. */
export class MemoryBegunRun {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly run: number;
  readonly lease = new MemoryLease();
  /** Whether it was claimed to be discarded: it cannot be continued. */
  #isAbandoned = false;
  /** How often the claim to discard it was given back. */
  #tries = 0;

  constructor(taskId: TaskId, accountId: AccountId, run: number) {
    this.taskId = taskId;
    this.accountId = accountId;
    this.run = run;
  }

  /** Whether its owner may continue it under this token. */
  isGoingOn(token: string): boolean {
    return !this.#isAbandoned && this.lease.isHeldBy(token);
  }

  claimDiscard(now: number, leaseMs: number, token: string): DiscardClaim {
    this.#isAbandoned = true;
    const { taskId, accountId, run } = this;
    const lease = { taskId, chunkIndex: null, token: this.lease.take(now, leaseMs, token) };
    return { kind: 'discard', lease, taskId, accountId, run, tries: this.#tries };
  }

  giveBack(freeAt: number): void {
    this.lease.end(freeAt);
    if (this.#isAbandoned) this.#tries += 1;
  }
}
