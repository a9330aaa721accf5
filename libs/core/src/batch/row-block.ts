import type { Row } from '../tables/row.js';

/** Stands in a block for the number of a row that has none. */
export const NO_NUMBER = -1;

/**
 * A run of rows as the task store keeps it: already rendered as the lines they will be in the result, short of the last column.
 * So a row is written as CSV at most once, when it comes in, and the download only puts a status behind each line.
 */
export interface RowBlock {
  /** For each row the index of its number in the task, or NO_NUMBER. */
  readonly numberIndexes: Int32Array;
  /**
   * For each row how many cells its line has. What is missing to the width of the result is filled up in the download and not here:
   * narrow rows under a wide header would take a hundred times the room of the file that they came in.
   */
  readonly cellCounts: Int32Array;
  /** The lines in UTF-8: those of the file where a result can have them, else as `CsvWriter` wrote them. */
  readonly text: Buffer;
}

const HEADER_BYTES = 4;

/** Layout: row count, number indexes and cell counts as 32-bit integers, little-endian, then the text. */
export function encodeRowBlock({ numberIndexes, cellCounts, text }: RowBlock): Uint8Array {
  const rows = numberIndexes.length;
  const bytes = Buffer.allocUnsafe(textStart(rows) + text.length);
  bytes.writeInt32LE(rows, 0);
  for (let row = 0; row < rows; row += 1) {
    bytes.writeInt32LE(numberIndexes[row] ?? 0, HEADER_BYTES + row * 4);
    bytes.writeInt32LE(cellCounts[row] ?? 0, HEADER_BYTES + (rows + row) * 4);
  }
  bytes.set(text, textStart(rows));
  return bytes;
}

export function decodeRowBlock(encoded: Uint8Array): RowBlock {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  const rows = bytes.readInt32LE(0);
  const numberIndexes = new Int32Array(rows);
  const cellCounts = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    numberIndexes[row] = bytes.readInt32LE(HEADER_BYTES + row * 4);
    cellCounts[row] = bytes.readInt32LE(HEADER_BYTES + (rows + row) * 4);
  }
  return { numberIndexes, cellCounts, text: bytes.subarray(textStart(rows)) };
}

function textStart(rows: number): number {
  return HEADER_BYTES + rows * 8;
}

/** What stands above the rows of a result. */
export interface ResultHeader {
  /** The rows above the file's header: they come back as they were, and have no status. */
  readonly skippedRows: readonly Row[];
  /** The header. */
  readonly columns: Row;
  /** Whether any cell of the result has more characters than one of a workbook can have. */
  readonly hasLongCells: boolean;
}

/**
 * The header of a result, short of its last column: the block behind the last block of rows. UTF-8 JSON: the columns as an array of
 * texts, as in schema version 3, unless there is more to say.
 */
export function encodeHeader(header: ResultHeader): Uint8Array {
  const isPlain = header.skippedRows.length === 0 && !header.hasLongCells;
  return Buffer.from(JSON.stringify(isPlain ? header.columns : header));
}

/** Throws SyntaxError for bytes that {@link encodeHeader} has not made. */
export function decodeHeader(block: Uint8Array): ResultHeader {
  const text = Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString();
  // Written by `encodeHeader` and by nothing else.
  const header = JSON.parse(text) as Row | ResultHeader;
  return 'columns' in header ? header : { skippedRows: [], columns: header, hasLongCells: false };
}
