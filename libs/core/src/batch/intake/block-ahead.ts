import type { Lease, TaskStore } from '../../ports/task-store.js';

/**
 * Passes the blocks of a draft on to a store, one at a time, while the rows of the next block are read: a store on another machine needs some
 * milliseconds for each. So the memory of an upload holds one block more.
 */
export class BlockAhead implements Pick<TaskStore, 'appendRows'> {
  readonly #store: Pick<TaskStore, 'appendRows'>;
  #storing: Promise<void> = Promise.resolve();

  constructor(store: Pick<TaskStore, 'appendRows'>) {
    this.#store = store;
  }

  /** Resolves when this block is on its way and the ones before it are stored. Rejects with why one of those could not be. */
  async appendRows(lease: Lease, index: number, block: Uint8Array): Promise<void> {
    await this.#storing;
    this.#storing = this.#store.appendRows(lease, index, block);
    // The next block or `stored` meets the rejection.
    this.#storing.catch(() => undefined);
  }

  /** Resolves when no block is on its way. Rejects with why the last one could not be stored. */
  async stored(): Promise<void> {
    await this.#storing;
  }
}
