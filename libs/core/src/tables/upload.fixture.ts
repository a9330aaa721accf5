import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { type ErrorCode, isDialproofError } from '../model/errors.js';
import { csvCellEnd, csvCellText, csvLineEnd } from './csv-lines.js';
import { csvBytes } from './csv-writer.js';
import { type LinesTable, openLinesTable, openTable, type Table } from './open-table.js';
import type { LinesBlock } from './passed-lines.js';
import type { Row } from './row.js';
import { type CellsBlock, linesText } from './row-blocks.js';
import { DEFAULT_TABLE_LIMITS, type TableLimits } from './table-limits.js';

/** The content of an upload that knows how much of it was taken and whether it was closed. */
export class TrackedContent implements AsyncIterable<Uint8Array> {
  taken = 0;
  closed = 0;
  readonly #pieces: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

  constructor(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    this.#pieces =
      Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        this.taken += 1;
        return this.#pieces.next();
      },
      return: async () => {
        this.closed += 1;
        return { done: true, value: undefined };
      },
    };
  }
}

/** Bytes in pieces of one size. */
export function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export interface ReadOptions {
  readonly limits?: Partial<TableLimits>;
  readonly tempDirectory?: string;
  readonly pieceBytes?: number;
  readonly encoding?: string;
  readonly sheet?: string;
  readonly signal?: AbortSignal;
}

export function openUpload(
  fileName: string,
  content: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<Table> {
  return openTable({ fileName, content }, tableOptions(options));
}

function tableOptions({ limits = {}, tempDirectory = tmpdir(), encoding, sheet, signal }: ReadOptions) {
  return {
    limits: { ...DEFAULT_TABLE_LIMITS, ...limits },
    tempDirectory,
    encoding,
    sheet,
    ...(signal === undefined ? {} : { signal }),
  };
}

/** All rows of a file. It is read once more as lines, which have to be those of the rows. */
export async function readRows(
  fileName: string,
  bytes: Uint8Array | string,
  options: ReadOptions = {},
): Promise<Row[]> {
  const blocks = await readCells(fileName, bytes, options);
  const rows = blocks.flatMap((block) => block.rows);
  const column = rows.length % 3;
  const { cellCounts, cells, text } = await readLines(fileName, bytes, column, options);
  const lines = Buffer.concat(blocks.map(linesText));
  if (!text.equals(lines)) expect(text.toString()).toBe(lines.toString());
  // A line may have more quotes than its cells need.
  const written = csvBytes(rows);
  if (!text.equals(written)) expectEqual(rowsInLines(text), rowsInLines(written));
  expectEqual(
    cellCounts,
    rows.map(({ length }) => Math.max(1, length)),
  );
  // As text in UTF-8 has it, where half of a surrogate pair is U+FFFD.
  expectEqual(
    cells.map(wellFormed),
    rows.map((row) => wellFormed(row[column] ?? '')),
  );
  return rows;
}

/** The assertion of `toEqual`, which takes ten times as long to find that large values are equal. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function rowsInLines(text: Buffer): Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < text.length; ) {
    const row: string[] = [];
    for (const lineEnd = csvLineEnd(text, start); start <= lineEnd; ) {
      const end = csvCellEnd(text, start);
      row.push(csvCellText(text, start, end));
      start = end + 1;
    }
    rows.push(row);
  }
  return rows;
}

async function readCells(
  fileName: string,
  bytes: Uint8Array | string,
  options: ReadOptions,
): Promise<CellsBlock[]> {
  const blocks: CellsBlock[] = [];
  for await (const block of (await openLines(fileName, bytes, options)).blocks) {
    if ('text' in block) throw new TypeError('a block has lines although no column is kept alone');
    blocks.push(block);
  }
  return blocks;
}

function openLines(fileName: string, bytes: Uint8Array | string, options: ReadOptions): Promise<LinesTable> {
  const content = new TrackedContent(inPieces(Buffer.from(bytes), options.pieceBytes ?? 64 * 1024));
  return openLinesTable({ fileName, content }, tableOptions(options));
}

/** All rows of a file as lines, of which this column is kept alone. */
export async function readLines(
  fileName: string,
  bytes: Uint8Array | string,
  column: number,
  options: ReadOptions = {},
): Promise<Omit<LinesBlock, 'longestCell'>> {
  const table = await openLines(fileName, bytes, options);
  table.keepOnly(column);
  const blocks: LinesBlock[] = [];
  for await (const block of table.blocks) {
    if (!('text' in block)) throw new TypeError('a block has cells although one column is kept alone');
    blocks.push(block);
  }
  return {
    text: Buffer.concat(blocks.map(({ text }) => text)),
    cells: blocks.flatMap(({ cells }) => cells),
    cellCounts: blocks.flatMap(({ cellCounts }) => cellCounts),
  };
}

function wellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? Buffer.from(text).toString() : text;
}

/** All rows of a file in their blocks. */
export async function readBlocks(
  fileName: string,
  bytes: Uint8Array | string,
  options: ReadOptions = {},
): Promise<(readonly Row[])[]> {
  const content = new TrackedContent(inPieces(Buffer.from(bytes), options.pieceBytes ?? 64 * 1024));
  return blocksOf(await openUpload(fileName, content, options));
}

export async function blocksOf(table: Table): Promise<(readonly Row[])[]> {
  const blocks: (readonly Row[])[] = [];
  for await (const { rows } of table.blocks) blocks.push(rows);
  return blocks;
}

/** The code and the hint with which reading a file is refused. */
export async function refusalOf(
  reading: Promise<unknown>,
): Promise<{ readonly code: ErrorCode; readonly hint: string | undefined }> {
  try {
    await reading;
  } catch (error) {
    if (isDialproofError(error)) return { code: error.code, hint: error.hint };
    throw error;
  }
  throw new Error('it was not refused');
}
