import {
  type CellReading,
  type CountryCode,
  DialproofError,
  type FoundColumn,
  findPhoneColumn,
  type Row,
} from '@dialproof/core';

/** Headers of the columns, in any case of letters; `_`, `-` and spaces are the same. */
export interface ImportColumns {
  /** Default: the phone column, found as in files for verification: `number`, `phone` and so on. */
  readonly number?: string;
  /** Default `app`. */
  readonly app?: string;
  /** Default `seen at` or `last seen`. */
  readonly seenAt?: string;
}

/** The positions of the columns, and how the cells with numbers are read. */
export interface FoundColumns {
  readonly number: number;
  readonly app: number;
  readonly seenAt: number;
  readonly reading: CellReading;
}

const USUAL_HEADERS = { app: ['app'], seenAt: ['seen at', 'last seen'] } as const;

/** Finds the columns by the first rows of a file, the header among them. Rejects with `column_not_found`. */
export async function findColumns(
  rows: readonly Row[],
  columns: ImportColumns,
  defaultCountry: CountryCode | undefined,
): Promise<FoundColumns> {
  const phoneColumn = columns.number === undefined ? {} : { phoneColumn: columns.number };
  const found = await findPhoneColumn(rows, { ...phoneColumn, defaultCountry });
  if (found.dataStart === 0 || !found.holdsPhones) {
    const what = found.dataStart === 0 ? 'a header row' : 'a column with phone numbers';
    throw new DialproofError('column_not_found', { hint: `expected ${what}, found none` });
  }
  const { index: number, isLocal, isNational } = found;
  return {
    number,
    app: find('app', found, columns),
    seenAt: find('seenAt', found, columns),
    reading: { defaultCountry, isLocal, isNational },
  };
}

/** Returns the leftmost of equal headers. */
function find(column: keyof typeof USUAL_HEADERS, { header }: FoundColumn, columns: ImportColumns): number {
  const named = columns[column];
  const wanted = named === undefined ? USUAL_HEADERS[column] : [named];
  const index = header.findIndex((name) => wanted.some((one) => plain(one) === plain(name)));
  if (index >= 0) return index;
  throw new DialproofError('column_not_found', {
    hint: `expected a column ${wanted.join(' or ')}, found ${listed(header)}; the option columns.${column} names another one`,
  });
}

function plain(header: string): string {
  return header
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

const MAX_LISTED = 20;
const MAX_LISTED_CHARS = 40;

function listed(header: readonly string[]): string {
  const texts = header.slice(0, MAX_LISTED).map((text) => text.trim().slice(0, MAX_LISTED_CHARS));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : '';
  return `${texts.join(', ')}${more}`;
}
