import {
  type ChunkRecord,
  isDialproofError,
  type Lease,
  type RecordAnswer,
  type TaskId,
} from '@dialproof/core';
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
 * tasks get a second write, which waits. The records of one task alone, as while a single file is worked on, and those that come while their
 * task is waited for, begin with that write.
 */
export class TaskRecords {
  readonly #write: WriteRecords;
  #waiting: Request[] = [];
  #held: Request[] = [];
  #isWriting = false;
  /** The task that the records of `#held` wait for; undefined if none wait. */
  #heldTask: TaskId | undefined;

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
      const waiting = batch.filter(({ taskId }) => this.#mayWaitFor(taskId, batch));
      const others = batch.filter((request) => !waiting.includes(request));
      this.#hold(waiting);
      if (others.length > 0) this.#hold(await this.#writeSome(others, { waits: false }));
    }
    this.#isWriting = false;
  }

  #mayWaitFor(taskId: TaskId, batch: readonly Request[]): boolean {
    if (this.#heldTask === undefined) return batch.every((request) => request.taskId === taskId);
    return taskId === this.#heldTask || this.#held.some((request) => request.taskId === taskId);
  }

  #hold(requests: readonly Request[]): void {
    this.#held.push(...requests);
    if (this.#held.length > 0 && this.#heldTask === undefined) void this.#writeHeld();
  }

  async #writeHeld(): Promise<void> {
    // One task at a time: a write that waits for one task must not hold another.
    for (let [first] = this.#held; first !== undefined; [first] = this.#held) {
      const { taskId } = first;
      this.#heldTask = taskId;
      const { batch, rest } = firstOfEachChunk(this.#held.filter((request) => request.taskId === taskId));
      this.#held = [...this.#held.filter((request) => request.taskId !== taskId), ...rest];
      await this.#writeSome(batch, { waits: true });
    }
    this.#heldTask = undefined;
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
