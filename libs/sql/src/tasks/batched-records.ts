import { type ChunkRecord, isDialproofError, type Lease, type RecordAnswer } from '@dialproof/core';
import type { WriteTasks } from './claim-side-by-side.js';
import type { RecordBatchQueries } from './queries/record-batch-queries.js';
import { type RecordedChunk, recordChunks } from './record-chunks.js';

/** How many records one write takes: its arrays stay small, and nobody waits for long. */
const RECORDS_PER_BATCH = 200;

interface Request extends RecordedChunk {
  readonly resolve: (answer: RecordAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Records that are written many at a time. A worker records each of its chunks some twenty times while it is checked, and each such write has
 * the lock of its account and waits for the disk. So the records of one turn of the event loop, and those that come while a write is
 * under way, are one write: each is decided by itself, and all that they change takes as many statements as one of them.
 */
export class BatchedRecords {
  readonly #write: WriteTasks;
  readonly #queries: RecordBatchQueries;
  #waiting: Request[] = [];
  #isDraining = false;

  constructor(write: WriteTasks, queries: RecordBatchQueries) {
    this.#write = write;
    this.#queries = queries;
  }

  async record({ taskId, chunkIndex }: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    if (chunkIndex === null) throw new RangeError('only the lease of a chunk can be recorded on');
    // PostgreSQL keeps no NUL in a text, so there is no such task; in a list, one such text would be an error of all.
    if (taskId.includes('\0')) return { outcome: 'closed' };
    return await new Promise<RecordAnswer>((resolve, reject) => {
      this.#waiting.push({ taskId, chunkIndex, record, resolve, reject });
      if (!this.#isDraining) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    // What is recorded in this turn of the event loop is here by then.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#keep(this.#nextBatch());
    this.#isDraining = false;
  }

  /** Takes requests that wait, of each chunk the first: what becomes of another one is known after that. */
  #nextBatch(): Request[] {
    const batch = new Map<string, Request>();
    this.#waiting = this.#waiting.filter((request) => {
      const chunk = `${request.taskId} ${request.chunkIndex}`;
      if (batch.size === RECORDS_PER_BATCH || batch.has(chunk)) return true;
      batch.set(chunk, request);
      return false;
    });
    return [...batch.values()];
  }

  /** Writes a batch and tells how each request went. It never rejects. */
  async #keep(requests: readonly Request[]): Promise<void> {
    try {
      const outcomes = await this.#write((work) => recordChunks(work, this.#queries, requests));
      for (const [index, { resolve, reject }] of requests.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined || 'error' in outcome) reject(outcome?.error);
        else resolve(outcome.answer);
      }
    } catch (error) {
      // One record that the database refuses must not take the others with it; a database that is gone refuses all of them.
      if (requests.length === 1 || isDialproofError(error, 'storage_unavailable')) {
        for (const { reject } of requests) reject(error);
      } else {
        for (const request of requests) await this.#keep([request]);
      }
    }
  }
}
