/**
 * A run of rows as the task store keeps it: already rendered as the lines they will be in the result, short of the last column.
 * So a row is written as CSV once, when it comes in, and the download only puts a status behind each line.
 */
export interface RowBlock {
  /** Cells in every line of the block. Rows that came with fewer were filled up with empty cells. */
  readonly width: number;
  /** For each row the index of its number in the task, or NO_NUMBER. */
  readonly numberIndexes: Int32Array;
  /** The lines, as `csvText` wrote them, in UTF-8. */
  readonly text: Uint8Array;
}

const HEADER_BYTES = 8;

/** Layout: width and row count as 32-bit integers, the indexes as 32-bit integers, the text; all little-endian. */
export function encodeRowBlock({ width, numberIndexes, text }: RowBlock): Uint8Array {
  const rows = numberIndexes.length;
  const textStart = HEADER_BYTES + rows * 4;
  const bytes = Buffer.allocUnsafe(textStart + text.length);
  bytes.writeInt32LE(width, 0);
  bytes.writeInt32LE(rows, 4);
  numberIndexes.forEach((index, row) => {
    bytes.writeInt32LE(index, HEADER_BYTES + row * 4);
  });
  bytes.set(text, textStart);
  return bytes;
}

export function decodeRowBlock(encoded: Uint8Array): RowBlock {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  const rows = bytes.readInt32LE(4);
  const numberIndexes = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) numberIndexes[row] = bytes.readInt32LE(HEADER_BYTES + row * 4);
  return { width: bytes.readInt32LE(0), numberIndexes, text: bytes.subarray(HEADER_BYTES + rows * 4) };
}
