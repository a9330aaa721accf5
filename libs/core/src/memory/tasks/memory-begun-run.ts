import type { AccountId, TaskId } from '../../model/identifiers.js';
import type { DiscardClaim } from '../../ports/task-store.js';
import { MemoryLease } from '../memory-lease.js';

/** An upload or a retry of the {@link MemoryTaskStore} that was begun: it becomes a task's run, or is discarded. */
export class MemoryBegunRun {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly run: number;
  readonly lease = new MemoryLease();
  /** Whether it was claimed to be discarded: nobody goes on with it. */
  #isAbandoned = false;
  /** How often the claim to discard it was given back. */
  #tries = 0;

  constructor(taskId: TaskId, accountId: AccountId, run: number) {
    this.taskId = taskId;
    this.accountId = accountId;
    this.run = run;
  }

  /** Whether whoever began it may go on with it under this token. */
  isGoingOn(token: string): boolean {
    return !this.#isAbandoned && this.lease.isHeldBy(token);
  }

  claimDiscard(now: number, leaseMs: number): DiscardClaim {
    this.#isAbandoned = true;
    const { taskId, accountId, run } = this;
    const lease = { taskId, chunkIndex: null, token: this.lease.take(now, leaseMs) };
    return { kind: 'discard', lease, taskId, accountId, run, tries: this.#tries };
  }

  giveBack(freeAt: number): void {
    this.lease.end(freeAt);
    if (this.#isAbandoned) this.#tries += 1;
  }
}
