import { DialproofError, type ErrorCode } from '../../model/errors.js';

/** The limits of a sheet, by Excel's own specification. */
export const SHEET_LIMITS = Object.freeze({
  /** Including the header. */
  rows: 1_048_576,
  columns: 16_384,
  /** UTF-16 units. */
  cellChars: 32_767,
});

export interface SheetSize {
  /** Including the header. */
  readonly rows: number;
  readonly columns: number;
  /** The row of the header. Default 1. */
  readonly headerRow?: number;
}

/** Codes: `too_many_rows`, `too_many_columns`. */
export function assertSheetHolds({ rows, columns }: SheetSize): void {
  if (rows > SHEET_LIMITS.rows) {
    throw tooMuch('too_many_rows', `has ${rows} rows, a sheet holds ${SHEET_LIMITS.rows}`);
  }
  if (columns > SHEET_LIMITS.columns) {
    throw tooMuch('too_many_columns', `has ${columns} columns, a sheet holds ${SHEET_LIMITS.columns}`);
  }
}

/** `row` counts from 1, the header's; `column` from 0. Code: `cell_too_large`. */
export function assertCellHolds(text: string, row: number, column: number): void {
  if (text.length <= SHEET_LIMITS.cellChars) return;
  throw tooMuch(
    'cell_too_large',
    `has ${text.length} characters in row ${row}, column ${column + 1}, a cell holds ${SHEET_LIMITS.cellChars}`,
  );
}

function tooMuch(code: ErrorCode, what: string): DialproofError {
  return new DialproofError(code, { hint: `the result ${what}: ask for it as csv` });
}
