import type { ResultColumn } from '../../model/results.js';
import type { TaskFile } from '../../model/task.js';
import { csvCells } from '../../tables/csv-lines.js';
import {
  assertCellHolds,
  assertSheetHolds,
  SHEET_LIMITS,
  type SheetSize,
} from '../../tables/xlsx-writer/sheet-limits.js';
import { sheetName } from '../../tables/xlsx-writer/sheet-name.js';
import type { SheetRow } from '../../tables/xlsx-writer/sheet-xml.js';
import { workbookFile } from '../../tables/xlsx-writer/workbook-file.js';
import type { ResultSettings } from '../batch-settings.js';
import { NO_PROVENANCE } from '../chunk-provenance.js';
import type { ResultHeader } from '../row-block.js';
import { addedCells } from './result-columns.js';
import type { ResultRows } from './result-rows.js';

/** The size of the sheet with a result of so many rows. */
export function resultSize({ skippedRows, columns }: ResultHeader, rows: number): SheetSize {
  return {
    rows: skippedRows.length + 1 + rows,
    columns: Math.max(columns.length, ...skippedRows.map((row) => row.length)),
    headerRow: skippedRows.length + 1,
  };
}

/** A result as a workbook of the original cells and those of the added columns, in a sheet with the name of the file's. Codes, on the way: those of `workbookFile`. */
export function resultWorkbook(
  header: ResultHeader,
  blocks: AsyncIterable<ResultRows>,
  added: readonly ResultColumn[],
  size: SheetSize,
  { sheet }: Pick<TaskFile, 'sheet'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  return workbookFile(sheetBlocks(header, blocks, added), size, sheetName(sheet));
}

/**
 * Refuses a result that a sheet cannot hold, before anything of the result is sent. The cells are measured only where one may be too
 * long: tasks of schema version 3 do not say whether one is, and the host may allow longer cells than a sheet does. Codes: `too_many_rows`, `too_many_columns`, `cell_too_large`.
 */
export async function assertFitsWorkbook(
  settings: Pick<ResultSettings, 'tableLimits'>,
  { skippedRows, columns, hasLongCells }: ResultHeader,
  blocks: AsyncIterable<ResultRows>,
  size: SheetSize,
): Promise<void> {
  assertSheetHolds(size);
  if (!hasLongCells && settings.tableLimits.maxCellChars <= SHEET_LIMITS.cellChars) return;
  let rowNumber = 0;
  for (const row of [...skippedRows, columns]) {
    rowNumber += 1;
    assertRowHolds(row, rowNumber);
  }
  for await (const { lines } of blocks) {
    for (const line of lines) {
      rowNumber += 1;
      // No cell is longer than its line, and most lines are short.
      if (line.length > SHEET_LIMITS.cellChars) assertRowHolds(csvCells(line), rowNumber);
    }
  }
}

function assertRowHolds(row: SheetRow, rowNumber: number): void {
  let column = 0;
  for (const text of row) {
    assertCellHolds(text, rowNumber, column);
    column += 1;
  }
}

async function* sheetBlocks(
  { skippedRows, columns }: ResultHeader,
  blocks: AsyncIterable<ResultRows>,
  added: readonly ResultColumn[],
): AsyncGenerator<Iterable<SheetRow>, void, undefined> {
  yield [...skippedRows, columns];
  for await (const rows of blocks) yield sheetRows(rows, columns.length - added.length, added);
}

/** One row at a time: a block's cells take many times the room of its text. */
function* sheetRows(
  { lines, cellCounts, statuses, provenances }: ResultRows,
  width: number,
  added: readonly ResultColumn[],
): Generator<SheetRow, void, undefined> {
  for (const [index, line] of lines.entries()) {
    const missingCells = width - (cellCounts[index] ?? width);
    const cells = addedCells(added, statuses[index] ?? 'unknown', provenances?.[index] ?? NO_PROVENANCE);
    yield sheetRow(line, missingCells, cells);
  }
}

function* sheetRow(
  line: string,
  missingCells: number,
  cells: readonly string[],
): Generator<string, void, undefined> {
  yield* csvCells(line);
  for (let missing = missingCells; missing > 0; missing -= 1) yield '';
  yield* cells;
}
