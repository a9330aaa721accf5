import type { Task, TaskFile } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { csvCellEnd, csvCellText, csvLineEnd } from '../../tables/table-block.js';
import {
  assertCellHolds,
  assertSheetHolds,
  SHEET_LIMITS,
  type SheetSize,
} from '../../tables/table-limits.js';
import type { SheetLines } from '../../tables/xlsx-writer/sheet-xml.js';
import { sheetName, workbookFile } from '../../tables/xlsx-writer/workbook-file.js';
import type { ResultSettings } from '../batch-settings.js';
import { NO_NUMBER, type ResultHeader } from '../row-block.js';
import { taskAnswers } from '../task-answers.js';
import type { PreviousStatus } from './compare-tasks.js';
import { addedCellsOf, isWantedRow, type RowSelection, storedBlocks } from './stored-blocks.js';

/** The size of a sheet for a result with this many rows. */
export function resultSize({ skippedRows, columns }: ResultHeader, rows: number): SheetSize {
  return {
    rows: skippedRows.length + 1 + rows,
    columns: Math.max(columns.length, ...skippedRows.map((row) => row.length)),
    headerRow: skippedRows.length + 1,
  };
}

/**
 * A result as a workbook of the original cells and those of the added columns, in a sheet with the name of the file's sheet. Its iteration
 * rejects with the codes of `workbookFile`.
 */
export function resultWorkbook(
  { skippedRows, columns }: ResultHeader,
  lines: AsyncIterable<SheetLines>,
  size: SheetSize,
  { sheet }: Pick<TaskFile, 'sheet'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  return workbookFile([...skippedRows, columns], lines, size, sheetName(sheet));
}

/** The rows of an ended task with a wanted status, block by block. `width`: the number of columns before the added ones. */
export async function* resultLines(
  store: Pick<TaskStore, 'find' | 'rowBlock' | 'statuses'>,
  task: Task,
  width: number,
  { columns, leftOut, statuses: wanted }: Pick<RowSelection, 'columns' | 'leftOut' | 'statuses'>,
  findPrevious?: () => Promise<PreviousStatus>,
): AsyncGenerator<SheetLines, void, undefined> {
  const answers = await taskAnswers(store, task);
  const cellsOf = addedCellsOf(answers, columns, await findPrevious?.());
  for await (const { numberIndexes, text } of storedBlocks(store, task)) {
    const added = (row: number): readonly string[] | undefined => {
      const number = numberIndexes[row] ?? NO_NUMBER;
      if (!isWantedRow(number, answers.status(number), { leftOut, wanted })) return undefined;
      return cellsOf(number);
    };
    yield { text, rows: numberIndexes.length, width, added };
  }
}

/**
 * Refuses a result that a sheet cannot hold, before anything is sent. Cells are measured only where one may be too long: tasks of schema
 * version 3 do not record whether one is, and the host may allow longer cells than a sheet does. Codes: `too_many_rows`,
 * `too_many_columns`, `cell_too_large`.
 */
export async function assertFitsWorkbook(
  settings: Pick<ResultSettings, 'tableLimits'>,
  { skippedRows, columns, hasLongCells }: ResultHeader,
  blocks: AsyncIterable<SheetLines>,
  size: SheetSize,
): Promise<void> {
  assertSheetHolds(size);
  if (!hasLongCells && settings.tableLimits.maxCellChars <= SHEET_LIMITS.cellChars) return;
  let rowNumber = 0;
  for (const row of [...skippedRows, columns]) {
    rowNumber += 1;
    for (const [column, text] of row.entries()) assertCellHolds(text, rowNumber, column);
  }
  for await (const { added, rows, text } of blocks) {
    for (let row = 0, start = 0; row < rows; row += 1) {
      const end = csvLineEnd(text, start);
      if (added(row) !== undefined) {
        rowNumber += 1;
        // No cell is longer than its line, and most lines are short.
        if (end - start > SHEET_LIMITS.cellChars) assertLineHolds(text, start, end, rowNumber);
      }
      start = end + 1;
    }
  }
}

function assertLineHolds(text: Buffer, lineStart: number, lineEnd: number, rowNumber: number): void {
  for (let column = 0, start = lineStart; start <= lineEnd; column += 1) {
    const end = csvCellEnd(text, start);
    if (end - start > SHEET_LIMITS.cellChars) {
      assertCellHolds(csvCellText(text, start, end), rowNumber, column);
    }
    start = end + 1;
  }
}
