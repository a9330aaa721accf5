import { DialproofError } from '../errors.js';
import { nextTurn } from '../next-turn.js';
import type { CountryCode } from '../phone/country-code.js';
import { readPhoneCell } from '../phone/phone-cell.js';
import type { Row } from '../tables/row.js';
import { judgeColumn } from './column-cells.js';

const PHONE_HEADER = /phone|mobile|number|tel|msisdn/i;

/** How many headers a hint shows, and how much of each. */
const MAX_LISTED = 20;
const MAX_HEADER_LENGTH = 40;

export interface FindPhoneColumnOptions {
  /**
   * The column that the caller names: a header (as it stands, else without regard to letter case and surrounding space), or a
   * position from 0, also as digits where no header is these digits.
   */
  readonly phoneColumn?: string | number;
  /** What cells without + are read with. */
  readonly defaultCountry?: CountryCode;
}

export interface FoundColumn {
  /** Position in the file, from 0. */
  readonly index: number;
  /** Its header as it stands in the result. */
  readonly name: string;
  /** The header of the result without the status column. It may be shorter than the widest row of the file. */
  readonly header: readonly string[];
  /** Where the data begin among the rows: 1 behind a header, 0 when there is none. */
  readonly dataStart: 0 | 1;
}

/**
 * Finds the phone column from the first rows of a file, the header or what stands in its place first; a hundred rows of data are
 * enough. Rejects with `column_not_found` when the caller names a column that is not there.
 */
export async function findPhoneColumn(
  rows: readonly Row[],
  options: FindPhoneColumnOptions,
): Promise<FoundColumn> {
  const { phoneColumn } = options;
  if (phoneColumn === undefined) return detect(rows, options.defaultCountry);
  const header = rows[0] ?? [];
  if (typeof phoneColumn === 'string') {
    const named = await leftmostPhones(rows, headersNamed(header, phoneColumn), options.defaultCountry);
    if (named !== undefined) return withHeader(header, named);
  }
  const index = position(phoneColumn, widthOf(rows));
  if (index === undefined) throw columnNotFound(phoneColumn, rows);
  const isData = readPhoneCell(header[index] ?? '', options.defaultCountry) !== undefined;
  return isData ? withoutHeader(rows, index) : withHeader(header, index);
}

async function detect(rows: readonly Row[], defaultCountry: CountryCode | undefined): Promise<FoundColumn> {
  const header = rows[0] ?? [];
  const matches = header.flatMap((cell, index) => (PHONE_HEADER.test(cell) ? [index] : []));
  const matched = await leftmostPhones(rows, matches, defaultCountry);
  const beginsWithPhone = readPhoneCell(header[0] ?? '', defaultCountry) !== undefined;
  if (matched === undefined) return beginsWithPhone ? withoutHeader(rows, 0) : withHeader(header, 0);
  // Without a header, a word of the first row may still match, such as the name of a hotel.
  const isMostlyPhones = (index: number): boolean => {
    const { count, phones } = judgeColumn(rows.slice(1), index, defaultCountry);
    return phones * 2 > count;
  };
  const matchIsChance = beginsWithPhone && isMostlyPhones(0) && !isMostlyPhones(matched);
  return matchIsChance ? withoutHeader(rows, 0) : withHeader(header, matched);
}

/**
 * Of several columns, the leftmost that is mostly phones; when none is, since many rows have none, the leftmost whose filled cells
 * are; else the leftmost.
 */
async function leftmostPhones(
  rows: readonly Row[],
  candidates: readonly number[],
  defaultCountry: CountryCode | undefined,
): Promise<number | undefined> {
  if (candidates.length < 2) return candidates[0];
  let sparse: number | undefined;
  for (const index of candidates) {
    // A wide file may have a thousand of them.
    await nextTurn();
    const { count, filled, phones } = judgeColumn(rows.slice(1), index, defaultCountry);
    if (phones * 2 > count) return index;
    if (phones * 2 > filled) sparse ??= index;
  }
  return sparse ?? candidates[0];
}

function headersNamed(header: Row, name: string): readonly number[] {
  const exact = header.flatMap((cell, index) => (cell === name ? [index] : []));
  if (exact.length > 0) return exact;
  // Trimming also takes off a byte order mark.
  const wanted = name.trim().toLowerCase();
  return header.flatMap((cell, index) => (cell.trim().toLowerCase() === wanted ? [index] : []));
}

function position(phoneColumn: string | number, width: number): number | undefined {
  if (typeof phoneColumn === 'string' && !/^\s*\d{1,6}\s*$/.test(phoneColumn)) return undefined;
  const index = Number(phoneColumn);
  return Number.isInteger(index) && index >= 0 && index < width ? index : undefined;
}

function withHeader(header: Row, index: number): FoundColumn {
  return { index, name: header[index] ?? '', header, dataStart: 1 };
}

function withoutHeader(rows: readonly Row[], index: number): FoundColumn {
  const name = (column: number): string => (column === index ? 'phone' : `column_${column + 1}`);
  const header = Array.from({ length: widthOf(rows) }, (_, column) => name(column));
  return { index, name: 'phone', header, dataStart: 0 };
}

function widthOf(rows: readonly Row[]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0);
}

function columnNotFound(phoneColumn: string | number, rows: readonly Row[]): DialproofError {
  const header = rows[0] ?? [];
  const listed = header.slice(0, MAX_LISTED).map((cell) => JSON.stringify(shown(cell.trim())));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : '';
  const wanted = typeof phoneColumn === 'number' ? String(phoneColumn) : JSON.stringify(shown(phoneColumn));
  return new DialproofError('column_not_found', {
    hint: `there is no column ${wanted}; the first row, with positions from 0, is ${listed.join(', ')}${more}`,
  });
}

/** Bounded, and without the numbers that stand in the first row of a file without a header: hints reach logs. */
function shown(text: string): string {
  const cut = text.length > MAX_HEADER_LENGTH ? `${text.slice(0, MAX_HEADER_LENGTH)}…` : text;
  return cut.replace(/\p{Nd}(?:[^\p{Nd}\p{L}]*\p{Nd}){6,}/gu, '…');
}
