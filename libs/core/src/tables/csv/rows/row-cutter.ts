import type { KnownLine } from '../../csv-writer.js';
import type { Row } from '../../row.js';

/** Rows in the order of the file, as arrays of the same length. */
export interface CutRows {
  /** How many rows of the file stand before these. */
  readonly before: number;
  readonly cells: Row[];
  /** For each row, how many blank lines stand above it in the file. */
  readonly blankLines: number[];
  /** For each row its line in a result, where the file has it just so. May be shorter than the others. */
  readonly lines: KnownLine[];
}

/** Cuts UTF-8 into rows, a piece at a time. */
export interface RowCutter {
  /** Blank lines so far. */
  readonly blankLines: number;
  /** Adds the rows that are known to end in what was given so far. Code: `malformed_file`. */
  write(piece: Buffer, cut: CutRows): Promise<void>;
  /** Adds the last rows. Code: `malformed_file`. */
  end(cut: CutRows): Promise<void>;
}

export function noRows(before: number): CutRows {
  return { before, cells: [], blankLines: [], lines: [] };
}

/** Where people find the row, counting blank lines. */
export function rowNumberAt({ before, blankLines }: CutRows, index: number): number {
  return before + index + 1 + (blankLines[index] ?? 0);
}
