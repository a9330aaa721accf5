import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { type DialproofError, isDialproofError } from '../model/errors.js';
import { openTable, type Table } from './open-table.js';
import type { Row, TableBlock } from './table-block.js';
import { DEFAULT_TABLE_LIMITS, type TableLimits } from './table-limits.js';

/** The content of an upload, with counters of its reads and closes. */
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

/** All rows of a file. */
export async function readRows(
  fileName: string,
  bytes: Uint8Array | string,
  options: ReadOptions = {},
): Promise<Row[]> {
  return tableRows(await readBlocks(fileName, bytes, options));
}

export function tableRows(blocks: readonly TableBlock[]): Row[] {
  return blocks.flatMap(rowsOfBlock);
}

/** The rows of a block. Asserts that its other methods give the same cells. */
function rowsOfBlock(block: TableBlock): Row[] {
  const rows = block.rows();
  const column = rows.length % 3;
  expectEqual(
    [...block.cellCounts],
    rows.map(({ length }) => length),
  );
  expectEqual(
    block.cells(column),
    rows.map((row) => row[column] ?? ''),
  );
  expectEqual(block.from(1).rows(), rows.slice(1));
  return rows;
}

/** Asserts equality as `toEqual` does, which alone takes ten times as long for large equal values. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** All rows of a file in their blocks. */
export async function readBlocks(
  fileName: string,
  bytes: Uint8Array | string,
  options: ReadOptions = {},
): Promise<TableBlock[]> {
  const content = new TrackedContent(inPieces(Buffer.from(bytes), options.pieceBytes ?? 64 * 1024));
  return blocksOf(await openUpload(fileName, content, options));
}

export async function blocksOf(table: Table): Promise<TableBlock[]> {
  const blocks: TableBlock[] = [];
  for await (const block of table.blocks) blocks.push(block);
  return blocks;
}

/** The code, the hint and the row with which reading a file is refused. */
export async function refusalOf(
  reading: Promise<unknown>,
): Promise<Pick<DialproofError, 'code' | 'hint' | 'row'>> {
  try {
    await reading;
  } catch (error) {
    if (isDialproofError(error)) return { code: error.code, hint: error.hint, row: error.row };
    throw error;
  }
  throw new Error('it was not refused');
}
