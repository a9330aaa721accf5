import type { VerificationStatus } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { type ChunkProvenance, NO_PROVENANCE, type Provenance } from '../chunk-provenance.js';
import { isFailed, isOpen, openStatuses, shownStatus } from '../chunk-statuses.js';
import { isRecordedChunk, recordedProvenance, recordedStatuses } from '../recorded-chunk.js';
import { NO_NUMBER } from '../row-block.js';

/** What is recorded of all numbers of a task, by their index. */
export class TaskAnswers {
  readonly #chunks: readonly (Uint8Array | undefined)[];
  readonly #numbersPerChunk: number;
  readonly #statuses: Uint8Array;
  readonly #provenances: (ChunkProvenance | undefined)[] = [];

  /** `chunks`: as the store has them; where nothing of one was recorded, all of its numbers are open. Throws RangeError. */
  constructor(chunks: readonly (Uint8Array | undefined)[], numbersPerChunk: number) {
    this.#chunks = chunks;
    this.#numbersPerChunk = numbersPerChunk;
    const statuses = chunks.map((chunk) =>
      chunk === undefined ? openStatuses(numbersPerChunk) : recordedStatuses(chunk),
    );
    // Else every number behind would get the status of another one.
    const damaged = statuses.slice(0, -1).find(({ length }) => length !== numbersPerChunk);
    if (damaged !== undefined) {
      throw new RangeError(
        `a chunk of ${numbersPerChunk} numbers has ${damaged.length} statuses in the task store`,
      );
    }
    this.#statuses = Buffer.concat(statuses);
  }

  get chunkCount(): number {
    return this.#chunks.length;
  }

  /** `unknown` for a row without a number. Throws RangeError for a number that has none. */
  status(number: number): VerificationStatus {
    if (number === NO_NUMBER) return 'unknown';
    return shownStatus(this.#statuses[number]);
  }

  /** The same; null for a number that was not checked yet. */
  statusOrOpen(number: number): VerificationStatus | null {
    return number !== NO_NUMBER && isOpen(this.#statuses[number]) ? null : this.status(number);
  }

  /** The status that an answer gave a number; null for a number whose check failed or was never made. */
  answered(number: number): VerificationStatus | null {
    const byte = this.#statuses[number];
    return isOpen(byte) || isFailed(byte) ? null : shownStatus(byte);
  }

  /** Throws RangeError where it cannot be read. */
  provenance(number: number): Provenance {
    if (number === NO_NUMBER) return NO_PROVENANCE;
    const index = Math.floor(number / this.#numbersPerChunk);
    const chunk = this.#chunks[index];
    if (chunk === undefined) return NO_PROVENANCE;
    this.#provenances[index] ??= recordedProvenance(chunk);
    return this.#provenances[index].at(number % this.#numbersPerChunk);
  }
}

export async function taskAnswers(
  store: Pick<TaskStore, 'statuses'>,
  { taskId, file, status }: Task,
): Promise<TaskAnswers> {
  const { numbersPerChunk } = file;
  const chunks = await store.statuses(taskId);
  // The task may have failed because of a chunk that cannot be read. Its partial result has all others.
  const isReadable = (chunk: Uint8Array, index: number): boolean =>
    isRecordedChunk(chunk, index < chunks.length - 1 ? numbersPerChunk : null);
  const readable = chunks.map((chunk, index) => (chunk && isReadable(chunk, index) ? chunk : undefined));
  return new TaskAnswers(status === 'failed' ? readable : chunks, numbersPerChunk);
}
