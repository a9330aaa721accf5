import type { VerificationStatus } from '../model/statuses.js';
import type { Task } from '../model/task.js';
import type { TaskArchive } from '../ports/optional/task-archive.js';
import type { TaskStore } from '../ports/task-store.js';
import { findTask } from './account-tasks.js';
import { type ChunkProvenance, NO_PROVENANCE, type Provenance } from './chunk-provenance.js';
import { isFailed, isOpen, openStatuses, shownStatus } from './chunk-statuses.js';
import { DamagedRows, decoded } from './damaged-rows.js';
import { decodeNumberChunk, type NumberChunk } from './number-chunk.js';
import { isRecordedChunk, recordedProvenance, recordedStatuses } from './recorded-chunk.js';
import { NO_NUMBER } from './row-block.js';

/** The recorded answers of all numbers of a task, by their index. */
export class TaskAnswers {
  readonly #chunks: readonly (Uint8Array | undefined)[];
  readonly #numbersPerChunk: number;
  readonly #statuses: Uint8Array;
  readonly #provenances: (ChunkProvenance | undefined)[] = [];

  /** `chunks`: the records of the store; undefined for a chunk whose numbers are all open. Throws RangeError for damaged bytes. */
  constructor(chunks: readonly (Uint8Array | undefined)[], numbersPerChunk: number) {
    this.#chunks = chunks;
    this.#numbersPerChunk = numbersPerChunk;
    const statuses = chunks.map((chunk) =>
      chunk === undefined ? openStatuses(numbersPerChunk) : recordedStatuses(chunk),
    );
    // Otherwise all later numbers would get wrong statuses.
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

  /** The status that a result shows; `unknown` for a row without a number. Throws RangeError for a number without a status. */
  status(number: number): VerificationStatus {
    if (number === NO_NUMBER) return 'unknown';
    return shownStatus(this.#statuses[number]);
  }

  /** The status that a result shows; null for a number that was not checked yet. */
  statusOrOpen(number: number): VerificationStatus | null {
    return number !== NO_NUMBER && isOpen(this.#statuses[number]) ? null : this.status(number);
  }

  /** The status that an answer gave a number; null for a number whose check failed or was never made. */
  answered(number: number): VerificationStatus | null {
    const byte = this.#statuses[number];
    return isOpen(byte) || isFailed(byte) ? null : shownStatus(byte);
  }

  /** Throws RangeError for damaged bytes. */
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
  // The task may have failed because of an unreadable chunk. Its partial result has all other chunks.
  const isReadable = (chunk: Uint8Array, index: number): boolean =>
    isRecordedChunk(chunk, index < chunks.length - 1 ? numbersPerChunk : null);
  const readable = chunks.map((chunk, index) => (chunk && isReadable(chunk, index) ? chunk : undefined));
  return decoded(() => new TaskAnswers(status === 'failed' ? readable : chunks, numbersPerChunk));
}

interface NumbersSettings {
  readonly store: Pick<TaskStore, 'find'>;
  readonly archive: Pick<TaskArchive, 'numbers'>;
}

/**
 * The numbers of a chunk. Code: `task_not_found`, if the task was deleted meanwhile. Rejects with {@link DamagedRows} if they cannot be
 * read.
 */
async function storedNumbers(
  settings: NumbersSettings,
  { accountId, taskId }: Task,
  chunkIndex: number,
): Promise<NumberChunk> {
  const chunk = await settings.archive.numbers(taskId, chunkIndex);
  if (chunk !== undefined) return decoded(() => decodeNumberChunk(chunk));
  await findTask(settings, { accountId, taskId });
  throw new DamagedRows(`the numbers of chunk ${chunkIndex} of a task are missing in the task store`);
}

/** The numbers of a chunk; undefined if the task has failed since they cannot be read. The other numbers of the task can still be shown. */
export async function readableNumbers(
  settings: NumbersSettings,
  task: Task,
  chunkIndex: number,
): Promise<NumberChunk | undefined> {
  try {
    return await storedNumbers(settings, task, chunkIndex);
  } catch (error) {
    if (task.status === 'failed' && error instanceof DamagedRows) return undefined;
    throw error;
  }
}
