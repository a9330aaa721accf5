import type { NamedColumn } from '../../columns/named-column.js';
import type { ColumnReason, ColumnSettings, UnreadReason } from '../../model/file-reading.js';
import type { E164 } from '../../model/identifiers.js';
import type { CreditBalance } from '../../ports/credit-ledger.js';
import type { FileFacts } from '../intake/read-file.js';

/** The limits of the shown part of a file. Longer texts are cut and end with `…`. */
export const PREVIEW_LIMITS = {
  sheets: 100,
  columns: 100,
  firstRows: 10,
  samples: 3,
  sampledRows: 2_000,
  examples: 10,
  textChars: 80,
  seenCells: 100,
} as const;

export interface PreviewColumn {
  /** Position in the file, from 0. */
  readonly index: number;
  /** Its header as it would stand in the result. */
  readonly name: string;
  /** Its first distinct filled cells, among the first rows. */
  readonly samples: readonly string[];
}

/** A row of data. */
export interface PreviewRow {
  /** The row in the file, counted from 1 as a spreadsheet shows it. */
  readonly row: number;
  /** Its cells, one for each of the columns that are shown, without space around them. */
  readonly cells: readonly string[];
  /** The number that its phone cell is read as; null for none, and where no column was found. */
  readonly number: E164 | null;
  /** Why its phone cell holds no number; null where it holds one, and where no column was found. */
  readonly reason: UnreadReason | null;
}

/** A cell of the phone column that holds no number. */
export interface UnreadCell {
  /** The row in the file, counted from 1 as a spreadsheet shows it. */
  readonly row: number;
  readonly text: string;
  readonly reason: UnreadReason;
}

/** The outcome and the cost of a submit of this file. */
export interface FilePreview {
  readonly file: FileFacts;
  /** The settings of an earlier file that were taken. Null if none were. */
  readonly remembered: (ColumnSettings & { readonly headerRow: number }) | null;
  /** The names of a workbook's first visible sheets, see {@link PREVIEW_LIMITS}, never cut. Empty for a .csv. */
  readonly sheets: readonly string[];
  /** All visible sheets of a workbook; 0 for a .csv. */
  readonly sheetCount: number;
  readonly columnReason: ColumnReason;
  /** The column that names the country of each row. Null if there is none. */
  readonly countryColumn: NamedColumn | null;
  /** The count of the first filled cells of the phone column, 100 at most, and how many of them were read as numbers. */
  readonly seen: { readonly filled: number; readonly numbers: number };
  /** The first columns, see {@link PREVIEW_LIMITS}. */
  readonly columns: readonly PreviewColumn[];
  /** All columns of the file. */
  readonly columnCount: number;
  /** The first rows of data, see {@link PREVIEW_LIMITS}. Rows above the header are not among them. */
  readonly firstRows: readonly PreviewRow[];
  /** Rows of data. */
  readonly total: number;
  /** Distinct numbers: each is checked once and charged once at most. */
  readonly numbers: number;
  /** Rows that carry a number which a row above them carries too. */
  readonly duplicates: number;
  /** Rows that carry no number: `unknown` and free. */
  readonly withoutNumber: {
    readonly rows: number;
    /** The rows with an empty cell; 0 if no column was found. */
    readonly empty: number;
    /** The first filled cells without a number; none if no column was found. */
    readonly examples: readonly UnreadCell[];
  };
  /** The numbers that are free, since the account's tasks or single checks have answered them; see `freshWithinMs`. Zeros without it. */
  readonly known: { readonly rows: number; readonly numbers: number };
  /** The numbers that the account has suppressed: they are `unknown` and free. */
  readonly suppressed: { readonly rows: number; readonly numbers: number };
  readonly credits: {
    /** The credits that a submit would hold: one for each row with a number that is neither known nor suppressed. */
    readonly held: number;
    /** The highest charge: one credit for each distinct number of these rows. */
    readonly charged: number;
  };
  /** The account's credits after the file was read. */
  readonly balance: CreditBalance;
}
