import { nextTurn } from '../../async/turn.js';
import { DialproofError } from '../../model/errors.js';
import type { TaskId } from '../../model/identifiers.js';
import type { ResultColumn, VerificationStatus } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { csvCellEnd, csvCellText, csvLineEnd } from '../../tables/table-block.js';
import { NO_PROVENANCE } from '../chunk-provenance.js';
import { decodeHeader, decodeRowBlock, NO_NUMBER, type ResultHeader, type RowBlock } from '../row-block.js';
import type { TaskAnswers } from '../task-answers.js';
import type { PreviousStatus } from './compare-tasks.js';
import { addedCells, needProvenance } from './result-columns.js';
import type { ResultSelection } from './result-request.js';

/** The part of a task store that has the rows of a task. */
export type RowStore = Pick<TaskStore, 'find' | 'rowBlock'>;

/** The selected part of a result, with the rows that it leaves out. */
export interface RowSelection extends ResultSelection {
  /** The numbers whose rows are left out, as `LeftOutNumbers.flags`; undefined for none. */
  readonly leftOut: Uint8Array | undefined;
}

/** Returns a function that makes the added cells of a row, by the index of its number. */
export function addedCellsOf(
  answers: TaskAnswers,
  columns: readonly ResultColumn[],
  previous: PreviousStatus | undefined,
): (number: number) => readonly string[] {
  const hasProvenance = needProvenance(columns);
  return (number) => {
    const provenance = hasProvenance ? answers.provenance(number) : NO_PROVENANCE;
    return addedCells(columns, answers.status(number), provenance, previous?.(number));
  };
}

/** The rows of a task as they were stored, from this block on, with a turn of the event loop before each. */
export async function* storedBlocks(
  store: RowStore,
  { taskId, file }: Task,
  from = 0,
): AsyncGenerator<RowBlock, void, undefined> {
  for (let index = from; index < file.rowBlocks; index += 1) {
    await nextTurn();
    yield decodeRowBlock(await storedBlock(store, taskId, index));
  }
}

/** The header of a task's result and the rows above it, without the added columns. */
export async function resultHeader(store: RowStore, { taskId, file }: Task): Promise<ResultHeader> {
  return decodeHeader(await storedBlock(store, taskId, file.rowBlocks));
}

/** Rejects with `task_not_found` for a task that was deleted meanwhile. */
async function storedBlock(store: RowStore, taskId: TaskId, index: number): Promise<Uint8Array> {
  const block = await store.rowBlock(taskId, index);
  if (block !== undefined) return block;
  if ((await store.find(taskId)) === undefined) throw new DialproofError('task_not_found');
  throw new RangeError(`block ${index} of a task is missing in the task store`);
}

interface BlockRow {
  /** Its position in the block, from 0. */
  readonly index: number;
  readonly number: number;
  /** The cell of the column, extracted from the row's line when called; empty if the row is too short. */
  cell(): string;
}

/** The rows of a block from this position on. */
export function* rowsOfBlock(
  { numberIndexes, cellCounts, text }: RowBlock,
  column: number,
  from: number,
): Generator<BlockRow, void, undefined> {
  for (let index = 0, start = 0; index < numberIndexes.length; index += 1) {
    const lineStart = start;
    start = csvLineEnd(text, start) + 1;
    if (index < from) continue;
    const hasCell = column < (cellCounts[index] ?? 0);
    const cell = () => (hasCell ? cellOf(text, lineStart, column) : '');
    yield { index, number: numberIndexes[index] ?? NO_NUMBER, cell };
  }
}

function cellOf(text: Buffer, lineStart: number, column: number): string {
  let start = lineStart;
  for (let left = column; left > 0; left -= 1) start = csvCellEnd(text, start) + 1;
  return csvCellText(text, start, csvCellEnd(text, start));
}

/** Whether the result has a row with this number and status. */
export function isWantedRow(
  number: number,
  status: VerificationStatus,
  { leftOut, wanted }: Pick<RowSelection, 'leftOut'> & { readonly wanted: RowSelection['statuses'] },
): boolean {
  return leftOut?.[number] !== 1 && (wanted === undefined || wanted.has(status));
}
