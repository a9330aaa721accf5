import type { CellsRow, PassedLine } from '../../passed-lines.js';

export type CutRow = CellsRow | PassedLine;

/** Rows in the order of the file, as arrays of the same length. */
export interface CutRows {
  /** How many rows of the file stand before these. */
  readonly before: number;
  readonly rows: CutRow[];
  /** For each row, how many blank lines stand above it in the file. */
  readonly blankLines: number[];
}

/** Cuts UTF-8 into rows, a piece at a time. */
export interface RowCutter {
  /** Blank lines so far. */
  readonly blankLines: number;
  /** Of rows that need nothing else, only the cell of this column is asked for from now on. */
  keepOnly(column: number): void;
  /** Adds the rows that are known to end in what was given so far. Code: `malformed_file`. */
  write(piece: Buffer, cut: CutRows): Promise<void>;
  /** Adds the last rows. Code: `malformed_file`. */
  end(cut: CutRows): Promise<void>;
}

export function noRows(before: number): CutRows {
  return { before, rows: [], blankLines: [] };
}

/** Where people find the row, counting blank lines. */
export function rowNumberAt({ before, blankLines }: CutRows, index: number): number {
  return before + index + 1 + (blankLines[index] ?? 0);
}
