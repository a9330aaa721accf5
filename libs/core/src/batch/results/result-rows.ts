import { nextTurn } from '../../async/turn.js';
import { DialproofError } from '../../model/errors.js';
import type { TaskId } from '../../model/identifiers.js';
import type { ResultColumn } from '../../model/results.js';
import type { VerificationStatus } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { splitCsvLines } from '../../tables/table-block.js';
import { NO_PROVENANCE } from '../chunk-provenance.js';
import { decodeHeader, decodeRowBlock, NO_NUMBER, type ResultHeader, type RowBlock } from '../row-block.js';
import { type TaskAnswers, taskAnswers } from '../task-answers.js';
import type { PreviousStatus } from './compare-tasks.js';
import { addedCells, needProvenance } from './result-columns.js';
import type { ResultSelection } from './result-request.js';

/** Rows of a result, as arrays of the same length. */
export interface ResultRows {
  /** The stored lines, without their line ends. */
  readonly lines: readonly string[];
  /** The number of cells of each line. Missing cells up to the width of the result are empty. */
  readonly cellCounts: ArrayLike<number>;
  readonly statuses: readonly VerificationStatus[];
  /** The cells of the added columns; undefined if the status is the only one. */
  readonly added: readonly (readonly string[])[] | undefined;
}

/** The part of a result, by its rows. */
export interface RowSelection extends ResultSelection {
  /** The numbers whose rows are left out, as `LeftOutNumbers.flags`; undefined for none. */
  readonly leftOut: Uint8Array | undefined;
}

/** The wanted rows of an ended task, block by block. */
export async function* resultRows(
  store: Pick<TaskStore, 'find' | 'rowBlock' | 'statuses'>,
  task: Task,
  { columns, leftOut, statuses: wanted }: Pick<RowSelection, 'columns' | 'leftOut' | 'statuses'>,
  previous: PreviousStatus | undefined,
): AsyncGenerator<ResultRows, void, undefined> {
  const answers = await taskAnswers(store, task);
  const cellsOf = addedCellsOf(answers, columns, previous);
  for await (const block of storedBlocks(store, task)) {
    const rows = rowsOf(
      block,
      answers,
      previous === undefined && !needProvenance(columns) ? undefined : cellsOf,
    );
    const isWanted = (_: unknown, row: number): boolean =>
      isWantedRow(block.numberIndexes[row] ?? NO_NUMBER, rows.statuses[row], { leftOut, wanted });
    yield wanted === undefined && leftOut === undefined ? rows : rowsWith(isWanted, rows);
  }
}

/** Makes the cells that are added to a row, by its number. */
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
  store: Pick<TaskStore, 'find' | 'rowBlock'>,
  { taskId, file }: Task,
  from = 0,
): AsyncGenerator<RowBlock, void, undefined> {
  for (let index = from; index < file.rowBlocks; index += 1) {
    await nextTurn();
    yield decodeRowBlock(await storedBlock(store, taskId, index));
  }
}

/** The header of a task's result and the rows above it, without the added columns. */
export async function resultHeader(
  store: Pick<TaskStore, 'find' | 'rowBlock'>,
  { taskId, file }: Task,
): Promise<ResultHeader> {
  return decodeHeader(await storedBlock(store, taskId, file.rowBlocks));
}

/** Rejects with `task_not_found` for a task that was deleted meanwhile. */
async function storedBlock(
  store: Pick<TaskStore, 'find' | 'rowBlock'>,
  taskId: TaskId,
  index: number,
): Promise<Uint8Array> {
  const block = await store.rowBlock(taskId, index);
  if (block !== undefined) return block;
  if ((await store.find(taskId)) === undefined) throw new DialproofError('task_not_found');
  throw new RangeError(`block ${index} of a task is missing in the task store`);
}

function rowsOf(
  { text, cellCounts, numberIndexes }: RowBlock,
  answers: TaskAnswers,
  cellsOf: ((number: number) => readonly string[]) | undefined,
): ResultRows {
  const statuses = Array.from(numberIndexes, (number) => answers.status(number));
  const added = cellsOf && Array.from(numberIndexes, cellsOf);
  return { lines: splitCsvLines(text), cellCounts, statuses, added };
}

/** Whether a row with this number and status is in the part. */
export function isWantedRow(
  number: number,
  status: VerificationStatus | undefined,
  { leftOut, wanted }: Pick<RowSelection, 'leftOut'> & { readonly wanted: RowSelection['statuses'] },
): boolean {
  return leftOut?.[number] !== 1 && (wanted === undefined || (status !== undefined && wanted.has(status)));
}

function rowsWith(isWanted: (_: unknown, row: number) => boolean, rows: ResultRows): ResultRows {
  return {
    lines: rows.lines.filter(isWanted),
    cellCounts: Array.from(rows.cellCounts).filter(isWanted),
    statuses: rows.statuses.filter(isWanted),
    added: rows.added?.filter(isWanted),
  };
}
