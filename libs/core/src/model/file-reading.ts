import { shortened } from './errors.js';

/** The reading of a cell with several numbers: as no number, or as the first one if they are clearly separated. */
export const SEVERAL_NUMBERS = ['unknown', 'first'] as const;
export type SeveralNumbers = (typeof SEVERAL_NUMBERS)[number];

/** Settings of a caller that replace decisions of the file reader. */
export interface FileReading {
  /** Header or position (from 0) of the column that holds the phones, instead of finding it. */
  readonly phoneColumn?: string | number;
  /** ISO 3166 code of the country whose national numbers the file holds; without it, only international numbers are understood. */
  readonly defaultCountry?: string;
  /**
   * Header or position (from 0) of the column that holds the country of each row, instead of finding it; `none` if no column does. A row
   * whose country is unknown is read by `defaultCountry`.
   */
  readonly countryColumn?: string | number;
  /** The area code of numbers that are written without one, such as `30` for Berlin. It needs a `defaultCountry`. */
  readonly defaultAreaCode?: string;
  /** The reading of cells with several numbers. Default `unknown`. */
  readonly severalNumbers?: SeveralNumbers;
  /**
   * The encoding of a .csv file by its WHATWG name, such as `shift_jis`, or a code page of DOS, such as `cp850`, instead of detecting it.
   */
  readonly encoding?: string;
  /** The row of the file, from 1, that holds the header, instead of finding it. The rows above it are kept and not checked. */
  readonly headerRow?: number;
  /** The name of a visible sheet of a workbook, instead of the first one that holds phones, otherwise the first that has rows. */
  readonly sheet?: string;
}

/** Settings that say how the columns of a file are read; its columns by their position, from 0. */
export interface ColumnSettings
  extends Pick<FileReading, 'defaultCountry' | 'defaultAreaCode' | 'severalNumbers'> {
  readonly phoneColumn?: number;
  readonly countryColumn?: number | 'none';
  readonly consentDateColumn?: number | 'none';
}

/** The settings of a file, and a hash of its header. The next file with the same header is read with them. */
export interface RememberedColumns extends ColumnSettings {
  readonly header: string;
}

export const NOTE_CODES = [
  'reading_remembered',
  'country_needed',
  'country_column',
  'area_code_column',
  'consent_date_column',
  'numbers_without_area_code',
  'several_numbers',
  'other_phone_columns',
  'no_phone_column',
  'lines_skipped',
  'encoding_guessed',
  'sheet_chosen',
] as const;

/**
 * The kind of decision of a note:
 * - `reading_remembered`: settings of an earlier file with the same header were taken;
 * - `country_needed`: cells hold national numbers, and no country was named;
 * - `country_column`: a column says of which country each row's phone is;
 * - `area_code_column`: a column says of which area each row's phone is;
 * - `consent_date_column`: a column says when the owner of each row's phone gave consent;
 * - `numbers_without_area_code`: the column holds local numbers, which are `unknown` without an area code;
 * - `several_numbers`: cells hold several numbers, which are `unknown` unless the first one is asked for;
 * - `other_phone_columns`: other columns hold phones too, which are not checked;
 * - `no_phone_column`: no column was found to hold phones, so that every row is `unknown`;
 * - `lines_skipped`: rows above the header were not read as data;
 * - `encoding_guessed`: the file does not say its encoding, and more than one was possible;
 * - `sheet_chosen`: a sheet was read that is not the first one with rows, since it is the first that holds phones.
 */
export type NoteCode = (typeof NOTE_CODES)[number];

/** The limits of a task's notes. A hint may quote cells, and a cell of a .csv may have a million characters. */
export const NOTE_LIMITS = { notes: 10, hintChars: 500 } as const;

/** A decision of the reader that the caller may want to change. A task has at most {@link NOTE_LIMITS}.notes of them. */
export interface TaskNote {
  readonly code: NoteCode;
  /**
   * One sentence with the finding and the setting that changes it. It may quote cells of the file. It has at most
   * {@link NOTE_LIMITS}.hintChars characters, counted as `length` does.
   */
  readonly hint: string;
  /**
   * The parameters of the hint, for readers who word it themselves: in `country_needed`, `numbers_without_area_code` and `several_numbers`
   * some of the cells, in `no_phone_column` and `other_phone_columns` the headers of the columns, in `country_column` and
   * `area_code_column` the header of that column, in `consent_date_column` also some cells that are no dates, in `lines_skipped` the row of
   * the header, in `encoding_guessed` the encoding, in `sheet_chosen` the sheet. Left out if there are none.
   */
  readonly values?: readonly string[];
  /** How many rows of the whole file the setting may gain. Left out if it gains none, and before all rows were read. */
  readonly rows?: number;
  /**
   * Only in `country_needed`: the country that most rows name in a column of countries, otherwise the country of most other numbers of the
   * column, if the cells without a country can be its numbers.
   */
  readonly country?: string;
}

/** The first notes, each with as much of its hint as the limits allow. A hint that is cut ends with `…`. */
export function boundedNotes(notes: readonly TaskNote[]): readonly TaskNote[] {
  return notes
    .slice(0, NOTE_LIMITS.notes)
    .map((note) => ({ ...note, hint: shortened(note.hint, NOTE_LIMITS.hintChars) }));
}

/**
 * The reason for the choice of a column:
 * - `named`: the caller named it;
 * - `header`: its header says so;
 * - `cells`: its cells are phones, and no header said more;
 * - `not_found`: no column shows that it holds phones, and the first one that may be meant stands for all: every row is `unknown` and free.
 */
export const COLUMN_REASONS = ['named', 'header', 'cells', 'not_found'] as const;
export type ColumnReason = (typeof COLUMN_REASONS)[number];

/**
 * Why a cell of the phone column holds no number that is checked:
 * - `empty`: there is nothing in it;
 * - `no_digits`: it has no digits;
 * - `too_few_digits`: its digits are too few for a number;
 * - `lost_digits`: digits are missing at its end, as where a spreadsheet rounded it (`1.41556E+10`) or a program cut it off;
 * - `extra_digits`: digits follow a whole number, an extension or the beginning of a second one;
 * - `wrong_length`: it has a calling code, and fewer or more digits than the numbers of that code;
 * - `several_numbers`: it holds several numbers;
 * - `other_text`: it has words or signs that may change what its digits mean;
 * - `something_else`: it is written as something else: a date, a decimal, a price, a range, an id;
 * - `no_country`: its digits may be a national number, and no country was named;
 * - `no_area_code`: it is a number without its area code, and none was named;
 * - `impossible`: no country, or not the one that was named, has such a number;
 * - `unclear`: it may be two different numbers;
 * - `placeholder`: its digits are all the same or count up, as people write into fields that they have to fill;
 * - `may_be_id`: its column holds ids too, and it has no plus sign.
 */
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

export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Rows by the reason why their phone cell holds no number. */
export type UnreadCounts = Partial<Readonly<Record<UnreadReason, number>>>;
