import { type ChunkRecord, isDialproofError, type Lease, type RecordAnswer } from '@dialproof/core';
import type { RecordedChunk, RecordOutcome } from './record.js';

type WriteRecords = (
  records: readonly RecordedChunk[],
  options: { readonly waits: boolean },
) => Promise<readonly RecordOutcome[]>;

interface Request extends RecordedChunk {
  readonly resolve: (answer: RecordAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Combines records: those that come while a write is under way share the next one. A worker records each chunk some twenty times, and on a
 * server each write waits for the disk. Single writes would take too long.
 *
 * A write passes over the tasks that other writes have locked, or the records of all tasks would wait for one of them. The records of those
 * tasks get a second write, which waits.
 */
export class TaskRecords {
  readonly #write: WriteRecords;
  #waiting: Request[] = [];
  #held: Request[] = [];
  #isWriting = false;
  #isWaiting = false;

  constructor(write: WriteRecords) {
    this.#write = write;
  }

  async record({ taskId, chunkIndex }: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    if (chunkIndex === null) throw new RangeError('only the lease of a chunk can be recorded on');
    // PostgreSQL cannot store NUL in a text, so no such task exists. In a list, it would fail all records.
    if (taskId.includes('\0')) return { outcome: 'closed' };
    return await new Promise<RecordAnswer>((resolve, reject) => {
      this.#waiting.push({ taskId, chunkIndex, record, resolve, reject });
      if (!this.#isWriting) void this.#writeWaiting();
    });
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const { batch, rest } = firstOfEachChunk(this.#waiting);
      this.#waiting = rest;
      const held = await this.#writeSome(batch, { waits: false });
      this.#held.push(...held);
      if (this.#held.length > 0 && !this.#isWaiting) void this.#writeHeld();
    }
    this.#isWriting = false;
  }

  async #writeHeld(): Promise<void> {
    this.#isWaiting = true;
    // One task at a time: a write that waits for one task must not hold another.
    for (let [first] = this.#held; first !== undefined; [first] = this.#held) {
      const { taskId } = first;
      const { batch, rest } = firstOfEachChunk(this.#held.filter((request) => request.taskId === taskId));
      this.#held = [...this.#held.filter((request) => request.taskId !== taskId), ...rest];
      await this.#writeSome(batch, { waits: true });
    }
    this.#isWaiting = false;
  }

  /** Settles the requests, and resolves to those whose tasks are held. It never rejects itself. */
  async #writeSome(
    requests: readonly Request[],
    options: { readonly waits: boolean },
  ): Promise<readonly Request[]> {
    try {
      const outcomes = await this.#write(requests, options);
      return requests.filter(({ reject, resolve }, index) => {
        const outcome = outcomes[index];
        if (outcome !== undefined && 'isHeld' in outcome) return true;
        if (outcome !== undefined && 'answer' in outcome) resolve(outcome.answer);
        else reject(outcome?.error);
        return false;
      });
    } catch (error) {
      // A refused record must not fail the others. An unavailable database fails all of them.
      if (requests.length === 1 || isDialproofError(error, 'storage_unavailable')) {
        for (const { reject } of requests) reject(error);
        return [];
      }
      const held: Request[] = [];
      for (const request of requests) held.push(...(await this.#writeSome([request], options)));
      return held;
    }
  }
}

/** The first record of each chunk. Another record of the chunk has to wait for its outcome. */
function firstOfEachChunk(requests: readonly Request[]): { batch: Request[]; rest: Request[] } {
  const batch = new Map<string, Request>();
  const rest = requests.filter((request) => {
    const chunk = `${request.taskId} ${request.chunkIndex}`;
    if (batch.has(chunk)) return true;
    batch.set(chunk, request);
    return false;
  });
  return { batch: [...batch.values()], rest };
}
