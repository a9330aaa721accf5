import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import exceljs from 'exceljs';
import { generateRows, headerOf } from './generate-rows.js';
import type { RowOptions } from './row-options.js';

/** After so many rows the writer gets a turn to compress and pass on what it has. */
const ROWS_A_TURN = 500;

/**
 * Writes a generated file as a workbook of one sheet, to a path or into a stream, which it ends. It is as spreadsheet programs make
 * them: cells of digits alone are numbers, everything else is a shared string.
 */
export async function writeXlsx(target: string | Writable, options: RowOptions): Promise<void> {
  const sink = typeof target === 'string' ? createWriteStream(target) : target;
  const ended = finished(sink);
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: sink,
    useStyles: false,
    useSharedStrings: true,
  });
  const sheet = workbook.addWorksheet('rows');
  sheet.addRow(headerOf(options)).commit();
  let rows = 0;
  for (const { cells } of generateRows(options)) {
    sheet.addRow(cells.map(sheetCell)).commit();
    rows += 1;
    if (rows % ROWS_A_TURN === 0) await setImmediate();
  }
  sheet.commit();
  await Promise.all([workbook.commit(), ended]);
}

function sheetCell(cell: string): string | number {
  // 15 digits are what a spreadsheet keeps; a leading zero would be lost.
  return /^[1-9]\d{0,14}$/.test(cell) ? Number(cell) : cell;
}
