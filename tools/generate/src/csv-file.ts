import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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
