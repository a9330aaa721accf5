import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import exceljs from 'exceljs';
import { generateRows, headerOf } from './generate-rows.js';
import type { RowOptions } from './row-options.js';

const CHUNK_CHARS = 64 * 1024;

/** A generated file as CSV in UTF-8, in pieces of about 64 KB. */
export function* csvChunks(options: RowOptions): Generator<Buffer, void, undefined> {
  let text = csvLine(headerOf(options));
  for (const { cells } of generateRows(options)) {
    text += csvLine(cells);
    if (text.length < CHUNK_CHARS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Writes a generated file as CSV, to a path or into a stream, which it ends. */
export async function writeCsv(target: string | Writable, options: RowOptions): Promise<void> {
  const sink = typeof target === 'string' ? createWriteStream(target) : target;
  await pipeline(Readable.from(csvChunks(options)), sink);
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

function csvCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

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
