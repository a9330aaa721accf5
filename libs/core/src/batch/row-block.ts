import type { Row } from '../tables/table-block.js';

/** The number index of a row without a number. */
export const NO_NUMBER = -1;

/**
 * A run of rows as the task store keeps them: the lines of the result without its last column. So a row is written as CSV at most once, at
 * the upload, and the download only adds a status to each line.
 */
export interface RowBlock {
  /** For each row the index of its number in the task, or NO_NUMBER. */
  readonly numberIndexes: Int32Array;
  /**
   * The number of cells in each row's line. The download fills rows up to the width of the result. If blocks stored those cells, narrow
   * rows under a wide header could take a hundred times the space of their file.
   */
  readonly cellCounts: Int32Array;
  /** The lines in UTF-8: those of the file where a result can have them unchanged, otherwise lines of `CsvWriter`. */
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

/** The header of a result, and the rows above it. */
export interface ResultHeader {
  /** The rows above the file's header: they come back as they were, and have no status. */
  readonly skippedRows: readonly Row[];
  /** The header. */
  readonly columns: Row;
  /** Whether any cell of the result is too long for a workbook. */
  readonly hasLongCells: boolean;
}

/**
 * Encodes the header of a result without its last column. It is stored behind the last block of rows, as JSON in UTF-8: an array of the
 * columns, as in schema version 3, or an object if there is more.
 */
export function encodeHeader(header: ResultHeader): Uint8Array {
  const isPlain = header.skippedRows.length === 0 && !header.hasLongCells;
  return Buffer.from(JSON.stringify(isPlain ? header.columns : header));
}

/** Throws SyntaxError for bytes that {@link encodeHeader} has not made. */
export function decodeHeader(block: Uint8Array): ResultHeader {
  const text = Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString();
  // Only `encodeHeader` writes these blocks.
  const header = JSON.parse(text) as Row | ResultHeader;
  return 'columns' in header ? header : { skippedRows: [], columns: header, hasLongCells: false };
}
