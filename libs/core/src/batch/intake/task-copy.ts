import { createHash } from 'node:crypto';
import { nextTurn } from '../../async/turn.js';
import { DialproofError } from '../../model/errors.js';
import type { Task } from '../../model/task.js';
import type { Lease } from '../../ports/task-store.js';
import type { IntakeSettings } from '../batch-settings.js';
import { DamagedRows, decoded } from '../damaged-rows.js';
import { dayNumber, decodeNumberChunk } from '../number-chunk.js';
import { NumberIndex } from './number-index.js';
import type { StoredRows } from './task-contents.js';

interface CopySteps {
  /** Creates the draft once the numbers are known. It rejects if they cannot be paid for. */
  readonly openDraft: (numbers: NumberIndex) => Promise<Lease>;
  readonly signal: AbortSignal;
}

/**
 * Copies the rows of a task into a new draft, block by block, with the numbers that were read from them, and without the answers. No cell
 * is read again: a result that is read as a new file would lose the sheet of a workbook, its rows above the header and the settings that it
 * was read with, and a later release may read cells differently. Code: `task_not_found` if the task is deleted meanwhile. Rows that cannot
 * be read reject with {@link DamagedRows}.
 */
export async function copyRows(
  { archive, store }: Pick<IntakeSettings, 'archive' | 'store'>,
  task: Task,
  { openDraft, signal }: CopySteps,
): Promise<StoredRows> {
  if (archive === null) throw new TypeError('the rows of a task are copied only with the option archive');
  const { encoding, name, notes, phoneColumn, rowBlocks, sheet, type, unread } = task.file;
  const facts = {
    name,
    type,
    sheet,
    encoding,
    phoneColumn,
    notes,
    ...(unread === undefined ? {} : { unread }),
  };
  const numbers = await numbersOf(task, (index) => archive.numbers(task.taskId, index), signal);
  const lease = await openDraft(numbers);
  // The block behind the last one holds the header.
  for (let index = 0; index <= rowBlocks; index += 1) {
    await nextTurn();
    signal.throwIfAborted();
    const block = await store.rowBlock(task.taskId, index);
    if (block === undefined) throw await missing(store, task);
    await store.appendRows(lease, index, block);
  }
  return { facts, numbers, rowBlocks, total: task.total };
}

/** The numbers of a task in the order of their indexes. A number is added as often as rows carry it. */
async function numbersOf(
  { taskId }: Task,
  chunkOf: (index: number) => Promise<Uint8Array | undefined>,
  signal: AbortSignal,
): Promise<NumberIndex> {
  let numbers: NumberIndex | undefined;
  for (let index = 0; ; index += 1) {
    await nextTurn();
    signal.throwIfAborted();
    const chunk = await chunkOf(index);
    if (chunk === undefined) return numbers ?? new NumberIndex();
    const { consentDates, numbers: phones, rowCounts } = decoded(() => decodeNumberChunk(chunk));
    numbers ??= new NumberIndex({ hasConsentDates: consentDates !== undefined });
    for (const [position, phone] of phones.entries()) {
      if (phone === undefined) {
        numbers.addErased(rowCounts[position] ?? 0);
        continue;
      }
      const day = dayNumber(consentDates?.[position]);
      for (let rows = rowCounts[position] ?? 0; rows > 0; rows -= 1) numbers.add(phone, day);
    }
    if (phones.length === 0) throw new DamagedRows(`chunk ${index} of task ${taskId} has no numbers`);
  }
}

async function missing(store: Pick<IntakeSettings['store'], 'find'>, { taskId }: Task): Promise<Error> {
  if ((await store.find(taskId)) === undefined) return new DialproofError('task_not_found');
  return new DamagedRows('a block of a task is missing in the task store');
}

/** Distinguishes a copy of these rows from every upload, and from copies of other tasks. */
export function copiedDigest({ taskId }: Task): string {
  return createHash('sha256').update(`rows of ${taskId}`).digest('hex');
}
