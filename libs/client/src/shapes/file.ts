import type { Credits } from './credits.js';
import type { Note } from './task.js';

export const SEVERAL_NUMBERS = ['unknown', 'first'] as const;
export type SeveralNumbers = (typeof SEVERAL_NUMBERS)[number];

export const COLUMN_REASONS = ['named', 'header', 'cells', 'not_found'] as const;

/**
 * The reason for the choice of the phone column:
 * - `named`: you named it;
 * - `header`: its header says so;
 * - `cells`: its cells are phones, and no header said more;
 * - `not_found`: no column shows that it holds phones: every row is `unknown` and free.
 */
export type ColumnReason = (typeof COLUMN_REASONS)[number];

export const UNREAD_REASONS = [
  'empty',
  'no_digits',
  'too_few_digits',
  'lost_digits',
  'extra_digits',
  'wrong_length',
  'several_numbers',
  'other_text',
  'something_else',
  'no_country',
  'no_area_code',
  'impossible',
  'unclear',
  'placeholder',
  'may_be_id',
] as const;

/**
 * Why a cell of the column of phones holds no number that is checked:
 * - `empty`: there is nothing in it;
 * - `no_digits`, `too_few_digits`: it has none, or too few for a number;
 * - `lost_digits`: digits are missing at its end, as where a spreadsheet rounded it;
 * - `extra_digits`: digits follow a whole number;
 * - `wrong_length`: it has a calling code, and fewer or more digits than the numbers of that code;
 * - `several_numbers`: it holds several numbers;
 * - `other_text`: it has words or signs that may change what its digits mean;
 * - `something_else`: it is written as a date, a decimal, a price, a range or an id;
 * - `no_country`, `no_area_code`: its number lacks that, and nobody said which;
 * - `impossible`: there is no such number;
 * - `unclear`: it may be two different numbers;
 * - `placeholder`: its digits are all the same or count up;
 * - `may_be_id`: its column holds ids too, and it has no plus sign.
 */
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** The settings of a file. The server finds those that are left out. */
export interface FileSettings {
  /** ISO 3166 code of the country of national numbers. */
  readonly default_country?: string | undefined;
  /** Header or position, from 0, of the column that says the country of each row; `none` if no column does. */
  readonly country_column?: string | undefined;
  /** Area code of numbers that are written without one. It needs `default_country`. */
  readonly default_area_code?: string | undefined;
  /** How a cell with several numbers is read: as none, or as the first of them. Default `unknown`. */
  readonly several_numbers?: SeveralNumbers | undefined;
  /** Encoding of a .csv file by its WHATWG name, or a code page of DOS such as `cp850`. */
  readonly encoding?: string | undefined;
  /** Row of the file, from 1, that holds the header. */
  readonly header_row?: number | undefined;
  /** Header or position, from 0, of the column of phones. */
  readonly phone_column?: string | undefined;
  /** Position, from 0, of the column of phones, whatever the headers are. Instead of `phone_column`. */
  readonly phone_column_index?: number | undefined;
  /** Name of a visible sheet of a workbook, instead of the first one that has rows. */
  readonly sheet?: string | undefined;
}

/** The settings of a submitted file. */
export interface SubmitSettings extends FileSettings {
  /** Refuses, with `max_credits_exceeded`, a file that would hold more credits than this. */
  readonly max_credits?: number | undefined;
}

/** The answer to a submit, as of that moment. */
export interface Submission {
  readonly task_id: string;
  /** Rows in the file. */
  readonly total: number;
  readonly status: 'queued';
}

/** How a submit would read a file, and its cost. Nothing is stored or held. */
export interface Preview {
  readonly file_name: string;
  /** The sheet of a workbook that is read; null for a .csv. */
  readonly sheet: string | null;
  /** The first visible sheets of a workbook; none of a .csv. */
  readonly sheets: readonly string[];
  /** The number of visible sheets; `sheets` may list fewer. */
  readonly sheet_count: number;
  readonly encoding: string | null;
  /** The header of the column of phones. */
  readonly phone_column: string;
  /** Its position in the file, from 0. */
  readonly phone_column_index: number;
  readonly column_reason: ColumnReason;
  /** The header of the column that says the country of each row, and its position from 0; null if none does. */
  readonly country_column: string | null;
  readonly country_column_index: number | null;
  /** Counted over the first filled cells of the phone column, 100 at most. */
  readonly seen: { readonly filled: number; readonly numbers: number };
  readonly columns: readonly {
    readonly index: number;
    readonly name: string;
    readonly samples: readonly string[];
  }[];
  /** The number of columns; `columns` may list fewer. */
  readonly column_count: number;
  /** The first rows of data, side by side. */
  readonly first_rows: readonly {
    /** The row in the file, counted from 1 as a spreadsheet shows it. */
    readonly row: number;
    /** A cell for each of `columns`; a long one is cut and ends with `…`. */
    readonly cells: readonly string[];
    /** The number that is checked for it, in E.164; null for none. */
    readonly phone: string | null;
    /** The reason why there is none; null if there is one, and if no column was found. */
    readonly reason: UnreadReason | null;
  }[];
  /** Rows in the file. */
  readonly total: number;
  /** Distinct numbers. */
  readonly numbers: number;
  /** Rows whose number a row before them has. */
  readonly duplicates: number;
  readonly without_number: {
    readonly rows: number;
    /** Those of them with an empty cell. */
    readonly empty: number;
    readonly examples: readonly {
      readonly row: number;
      readonly text: string;
      readonly reason: UnreadReason;
    }[];
  };
  readonly credits: {
    /** The credits that a submit holds: one for every row with a number. */
    readonly held: number;
    /** The highest charge: one credit for every distinct number. */
    readonly charged: number;
  };
  readonly balance: Credits;
  readonly notes: readonly Note[];
}
