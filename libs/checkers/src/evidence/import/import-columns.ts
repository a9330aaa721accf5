import { DialproofError, type PhoneFile } from '@dialproof/core';

/** Headers of the columns, in any case of letters; `_`, `-` and spaces are the same. */
export interface ImportColumns {
  /** Default: the phone column, found as in files for verification: `number`, `phone` and so on. */
  readonly number?: string;
  /** Default `app`. */
  readonly app?: string;
  /** Default `seen at` or `last seen`. */
  readonly seenAt?: string;
}

/** The positions of the columns beside the one of the numbers. */
export interface FoundColumns {
  readonly app: number;
  readonly seenAt: number;
}

const USUAL_HEADERS = { app: ['app'], seenAt: ['seen at', 'last seen'] } as const;

/** Finds the columns by the header of a file. Throws `column_not_found`. */
export function findColumns(file: PhoneFile, columns: ImportColumns): FoundColumns {
  if (!file.hasHeader || file.phoneColumn === null) {
    const what = file.hasHeader ? 'a column with phone numbers' : 'a header row';
    throw new DialproofError('column_not_found', { hint: `expected ${what}, found none` });
  }
  return { app: find('app', file, columns), seenAt: find('seenAt', file, columns) };
}

/** Returns the leftmost of equal headers. */
function find(
  column: keyof typeof USUAL_HEADERS,
  { columns: header }: PhoneFile,
  columns: ImportColumns,
): number {
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
