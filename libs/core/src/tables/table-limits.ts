import { DialproofError, type ErrorCode } from '../model/errors.js';
import { assertOptionNames, type OptionNames } from '../model/options.js';

/** The limits of an uploaded file. The number of rows is limited by the service's `maxRows`. */
export interface TableLimits {
  /** Bytes of the upload as it arrives, for a workbook its zip. Default 100 MiB. Code: `file_too_large`. */
  readonly maxFileBytes: number;
  /** Cells in the widest row. Default 1,000. Code: `too_many_columns`. */
  readonly maxColumns: number;
  /** Characters (UTF-16 units) in one cell of a workbook. Default 32,767, which is Excel's own limit. Code: `cell_too_large`. */
  readonly maxCellChars: number;
  /**
   * Characters (UTF-16 units) in one cell of a .csv. Default 1 Mi. A result with a longer cell than 32,767 cannot become a workbook. Code:
   * `cell_too_large`.
   */
  readonly maxCsvCellChars: number;
  /**
   * Characters in all cells of one row of a workbook. For a .csv, bytes of a row in UTF-8, with delimiters and quotes. It bounds the cost
   * of a quote that is never closed. Default 4 Mi. Code: `cell_too_large`, or `malformed_file` for a .csv row that ends inside quotes.
   */
  readonly maxRowChars: number;
  /**
   * Characters in all cells of a workbook. For a .csv, bytes of all rows in UTF-8. Default 256 Mi. In a workbook, many cells may share one
   * long text, so the limit is also 64 Mi plus `maxCompressionRatio` for each packed byte. Code: `file_too_large`.
   */
  readonly maxTableChars: number;
  /** Files inside of a workbook's zip. Default 5,000. Code: `malformed_file`. */
  readonly maxZipEntries: number;
  /**
   * Unpacked bytes of all parts of a workbook that are read (relations, styles, shared strings, sheets). Default 1 GiB. Code:
   * `file_too_large`.
   */
  readonly maxUnpackedBytes: number;
  /**
   * The longest run of XML in a workbook, in bytes, without a filled cell or a shared string: empty rows, empty cells, formats. Rows
   * without values, in the form that programs write, count a sixteenth: a million of them with nine cells each may follow the filled ones.
   * Default 16 MiB, a second of work at most. Code: `malformed_file`.
   */
  readonly maxBlankXmlBytes: number;
  /**
   * Unpacked bytes for each packed byte of the parts that are read, beyond `maxBlankXmlBytes`. Sheets of real files stay under 20, those
   * with equal rows under 40; a zip bomb is near 1,000. Long formulas or texts that are nearly the same in each row may reach 100 and more.
   * So parts up to 48 MiB beyond the ratio are read too, as long as their tags, attributes and entities, counted with 16 bytes each, stay
   * within it. Default 50. Code: `malformed_file`.
   */
  readonly maxCompressionRatio: number;
  /**
   * Bytes of a workbook's shared strings, plus 16 for each. Above 8 MiB they are put into the temporary file, with 4 bytes of memory each
   * while the rows are read. Default 256 MiB, at most 4 GiB. Code: `file_too_large`.
   */
  readonly maxSharedTextBytes: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_TABLE_LIMITS: TableLimits = Object.freeze({
  maxFileBytes: 100 * MIB,
  maxColumns: 1_000,
  maxCellChars: 32_767,
  maxCsvCellChars: MIB,
  maxRowChars: 4 * MIB,
  maxTableChars: 256 * MIB,
  maxZipEntries: 5_000,
  maxUnpackedBytes: 1024 * MIB,
  maxBlankXmlBytes: 16 * MIB,
  maxCompressionRatio: 50,
  maxSharedTextBytes: 256 * MIB,
});

/** Each limit by its name. */
const NAMES: OptionNames<TableLimits> = {
  maxFileBytes: true,
  maxColumns: true,
  maxCellChars: true,
  maxCsvCellChars: true,
  maxRowChars: true,
  maxTableChars: true,
  maxZipEntries: true,
  maxUnpackedBytes: true,
  maxBlankXmlBytes: true,
  maxCompressionRatio: true,
  maxSharedTextBytes: true,
};

/**
 * Reads the limits of the option with this name, fills in the defaults, and freezes them. Throws TypeError for an unknown limit, and
 * RangeError for one that is not above 0.
 */
export function readTableLimits(option: string, given: Partial<TableLimits> = {}): TableLimits {
  assertOptionNames<Partial<TableLimits>>(option, given, NAMES);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    if (!(value > 0)) throw new RangeError(`limit ${name} must be a number above 0, not ${value}`);
  }
  return Object.freeze({ ...DEFAULT_TABLE_LIMITS, ...Object.fromEntries(set) });
}

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

/** `row` counts from 1, the header included; `column` from 0. Code: `cell_too_large`. */
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
