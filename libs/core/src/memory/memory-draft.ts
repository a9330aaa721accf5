import type { AccountId, TaskId } from '../identifiers.js';
import type { TaskDraft } from '../ports/task-store.js';

/** One draft of the {@link MemoryTaskStore}. */
export class MemoryDraft {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly createdAt: number;
  readonly rowBlocks: Uint8Array[] = [];
  leaseUntil: number;
  /** Whether it was claimed to be discarded: no upload takes it up again. */
  abandoned = false;

  constructor(draft: TaskDraft) {
    this.taskId = draft.taskId;
    this.accountId = draft.accountId;
    this.createdAt = draft.createdAt;
    this.leaseUntil = draft.leaseUntil;
  }

  append(index: number, block: Uint8Array): void {
    if (!Number.isInteger(index) || index < 0 || index > this.rowBlocks.length) {
      throw new RangeError(`row block ${index} cannot follow ${this.rowBlocks.length} row blocks`);
    }
    this.rowBlocks[index] = new Uint8Array(block);
  }
}
