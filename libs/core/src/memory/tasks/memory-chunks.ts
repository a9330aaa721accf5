import type { ChunkRecord, RetryContents } from '../../ports/task-store.js';
import { MemoryLease } from './memory-lease.js';

interface Chunk {
  readonly numbers: Uint8Array;
  readonly lease: MemoryLease;
  statuses: Uint8Array | undefined;
  revision: number;
  isComplete: boolean;
}

/** The chunks of one task of the {@link MemoryTaskStore}, with their records and leases. */
export class MemoryChunks {
  readonly #chunks: readonly Chunk[];
  #openChunks: number;
  /** No chunk before this position is open. */
  #firstOpen = 0;

  constructor(chunks: readonly Uint8Array[]) {
    this.#chunks = chunks.map((numbers) => ({
      numbers: new Uint8Array(numbers),
      lease: new MemoryLease(),
      statuses: undefined,
      revision: 0,
      isComplete: false,
    }));
    this.#openChunks = chunks.length;
  }

  get areComplete(): boolean {
    return this.#openChunks === 0;
  }

  /** The first open chunk that can be claimed at `now`, or else the one that can be claimed earliest, with that time. */
  next(now: number): { readonly index: number; readonly freeAt: number } {
    let next = { index: -1, freeAt: Number.POSITIVE_INFINITY };
    for (let index = this.#firstOpen; index < this.#chunks.length; index += 1) {
      const { isComplete, lease } = this.at(index);
      if (isComplete) continue;
      if (lease.freeAt <= now) return { index, freeAt: lease.freeAt };
      if (lease.freeAt < next.freeAt) next = { index, freeAt: lease.freeAt };
    }
    return next;
  }

  /** The latest end of the leases that are held at `now`; in the past if none is held. */
  lastLeaseEnd(now: number): number {
    let end = Number.NEGATIVE_INFINITY;
    for (const { isComplete, lease } of this.#chunks) {
      if (!isComplete && lease.isLive(now)) end = Math.max(end, lease.freeAt);
    }
    return end;
  }

  /** Throws RangeError for a position without a chunk. */
  at(index: number): Chunk {
    const chunk = this.#chunks[index];
    if (chunk === undefined) {
      throw new RangeError(`the task has ${this.#chunks.length} chunks, none is ${index}`);
    }
    return chunk;
  }

  record(index: number, { statuses, isComplete }: ChunkRecord): void {
    const chunk = this.at(index);
    chunk.statuses = new Uint8Array(statuses);
    chunk.revision += 1;
    if (!isComplete || chunk.isComplete) return;
    chunk.isComplete = true;
    chunk.lease.end();
    this.#openChunks -= 1;
    while (this.#chunks[this.#firstOpen]?.isComplete) this.#firstOpen += 1;
  }

  reopen(reopened: RetryContents['reopened']): void {
    for (const { chunkIndex, statuses } of reopened) {
      const chunk = this.at(chunkIndex);
      chunk.statuses = new Uint8Array(statuses);
      chunk.revision += 1;
      if (!chunk.isComplete) continue;
      chunk.isComplete = false;
      this.#openChunks += 1;
    }
    this.#firstOpen = 0;
    this.endLeases();
  }

  endLeases(): void {
    for (const { lease } of this.#chunks) lease.end();
  }

  statuses(): (Uint8Array | undefined)[] {
    return this.#chunks.map(({ statuses }) => statuses && new Uint8Array(statuses));
  }
}
