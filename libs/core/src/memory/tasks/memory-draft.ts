import { STORED_TASK_BYTES } from '../../model/account-bounds.js';
import type { TaskContents, TaskDraft } from '../../ports/task-store.js';
import { MemoryBegunRun } from './memory-begun-run.js';

/** One draft of the {@link MemoryTaskStore}. */
export class MemoryDraft extends MemoryBegunRun {
  readonly createdAt: number;
  readonly rowBlocks: Uint8Array[] = [];

  constructor({ taskId, accountId, run }: TaskDraft, createdAt: number) {
    super(taskId, accountId, run);
    this.createdAt = createdAt;
  }

  append(index: number, block: Uint8Array): void {
    if (!Number.isInteger(index) || index < 0 || index > this.rowBlocks.length) {
      throw new RangeError(`row block ${index} cannot follow ${this.rowBlocks.length} row blocks`);
    }
    this.rowBlocks[index] = new Uint8Array(block);
  }

  /** The stored bytes that a task of this draft counts as. */
  storedBytes({ chunks }: TaskContents): number {
    return [...this.rowBlocks, ...chunks].reduce((bytes, part) => bytes + part.length, STORED_TASK_BYTES);
  }
}
