import {
  type ChunkRecord,
  isDialproofError,
  type Lease,
  type RecordAnswer,
  type TaskId,
} from '@dialproof/core';
import type { RecordedChunk, RecordOutcome } from './record.js';

type WriteRecords = (taskId: TaskId, records: readonly RecordedChunk[]) => Promise<readonly RecordOutcome[]>;

interface Request extends RecordedChunk {
  readonly resolve: (answer: RecordAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Writes the records of a task together: those that come while a write of the task is under way share the next one. A worker checks several
 * chunks of a task side by side and records each of them some twenty times. On a server each write has the lock of the account and waits
 * for the disk; one by one, they would come to more than the time there is.
 */
export class TaskRecords {
  readonly #write: WriteRecords;
  /** The requests that wait for the write under way, by their task. A task without a write has no entry. */
  readonly #waiting = new Map<TaskId, Request[]>();

  constructor(write: WriteRecords) {
    this.#write = write;
  }

  async record({ taskId, chunkIndex }: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    if (chunkIndex === null) throw new RangeError('only the lease of a chunk can be recorded on');
    return await new Promise<RecordAnswer>((resolve, reject) => {
      const request = { chunkIndex, record, resolve, reject };
      const waiting = this.#waiting.get(taskId);
      if (waiting !== undefined) waiting.push(request);
      else void this.#writeAll(taskId, [request]);
    });
  }

  async #writeAll(taskId: TaskId, first: readonly Request[]): Promise<void> {
    for (let requests = first; requests.length > 0; requests = this.#waiting.get(taskId) ?? []) {
      this.#waiting.set(taskId, []);
      await this.#writeSome(taskId, requests);
    }
    this.#waiting.delete(taskId);
  }

  /** Settles each of the requests. It never rejects itself. */
  async #writeSome(taskId: TaskId, requests: readonly Request[]): Promise<void> {
    try {
      const outcomes = await this.#write(taskId, requests);
      for (const [index, { resolve, reject }] of requests.entries()) {
        const outcome = outcomes[index];
        if (outcome !== undefined && 'answer' in outcome) resolve(outcome.answer);
        else reject(outcome?.error);
      }
    } catch (error) {
      // A record that the database refuses must not take the others with it. A database that is away refuses all of them.
      if (requests.length === 1 || isDialproofError(error, 'storage_unavailable')) {
        for (const { reject } of requests) reject(error);
      } else {
        for (const request of requests) await this.#writeSome(taskId, [request]);
      }
    }
  }
}
