import { nextTurn } from '../async/turn.js';
import { DialproofError, withoutNumbers } from '../model/errors.js';
import type { Row } from '../tables/table-block.js';
import { foldedWords } from './header-words.js';

/** A column by its position, from 0, and its header. */
export interface NamedColumn {
  readonly index: number;
  readonly name: string;
}

/** The value of a setting that means no column. */
const NO_COLUMN = 'none';

/** The most headers that a hint lists, and the length of each. */
const MAX_LISTED = 20;
const MAX_HEADER_LENGTH = 40;

/** The positions of headers with this name. Exact matches win over those that differ in letter case or spaces. */
export async function headersNamed(header: Row, name: string): Promise<readonly number[]> {
  const wanted = plain(name);
  // Columns without a header can only be named by their position.
  if (wanted === '') return [];
  const exact: number[] = [];
  const alike: number[] = [];
  for (const [index, cell] of header.entries()) {
    if (cell === name) exact.push(index);
    // A hostile file may have a thousand headers of the longest cell.
    await nextTurn();
    if (plain(cell) === wanted) alike.push(index);
  }
  return exact.length > 0 ? exact : alike;
}

/** Makes names equal that look the same: byte order marks, kinds of spaces and ways to compose accents are ignored. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The position that the caller names, if the table has it. */
export function namedPosition(column: string | number, width: number): number | undefined {
  if (typeof column === 'string' && !/^\s*\d{1,6}\s*$/.test(column)) return undefined;
  const index = Number(column);
  return Number.isInteger(index) && index >= 0 && index < width ? index : undefined;
}

/** Whether the setting means no column, unless a header has this name. */
export function saysNone(column: string | number): boolean {
  return String(column).trim().toLowerCase() === NO_COLUMN;
}

/** The error `column_not_found`, with a hint that lists the existing headers. */
export function columnNotFound(column: string | number, header: Row): DialproofError {
  const listed = header.slice(0, MAX_LISTED).map((cell) => JSON.stringify(shown(cell.trim())));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : '';
  const wanted = shown(String(column));
  return new DialproofError('column_not_found', {
    hint: `there is no column ${typeof column === 'number' ? wanted : JSON.stringify(wanted)}; the first row, with positions from 0, is ${listed.join(', ')}${more}`,
  });
}

/** Cuts a header, without phone numbers: the first row of a file without a header may have some. */
function shown(text: string): string {
  const plain = withoutNumbers(text);
  return plain.length > MAX_HEADER_LENGTH ? `${plain.slice(0, MAX_HEADER_LENGTH)}…` : plain;
}

/** Complete headers of dates of consent. */
const HEADERS: ReadonlySet<string> = new Set(
  `consent date, consentdate, date of consent, consent given at, consent given on, consent timestamp, consent time, consented at, consented on,
  opt in date, optin date, opted in at, opted in on, opt in timestamp, optin timestamp, opt in time, date of opt in,
  fecha consentimiento, fecha de consentimiento, fecha del consentimiento, data consentimento, data de consentimento, data do consentimento,
  date consentement, date de consentement, date du consentement, data consenso, data del consenso, einwilligungsdatum, datum einwilligung,
  datum der einwilligung, einwilligung am, toestemmingsdatum, datum toestemming, data zgody, samtyckesdatum, samtykkedato`
    .split(',')
    .map((words) => foldedWords(words)),
);

/** Longer headers are ignored: a hostile file has thousands of them. */
const MAX_HEADER = 60;

/**
 * The column with the date of each row's consent: the one that the caller names by its header, its position from 0, or `none`, otherwise
 * the leftmost whose header means it. Code: `column_not_found`.
 */
export async function consentDateColumn(
  header: readonly string[],
  column: string | number | undefined,
): Promise<NamedColumn | undefined> {
  if (column === undefined) {
    const found = header.findIndex((name) => name.length <= MAX_HEADER && HEADERS.has(foldedWords(name)));
    return at(header, found === -1 ? undefined : found);
  }
  const named = await columnNamed(header, column);
  if (named === undefined && !saysNone(column)) throw columnNotFound(column, header);
  return named;
}

/** The leftmost column with this header, otherwise the one at this position, from 0. */
export async function columnNamed(header: Row, column: string | number): Promise<NamedColumn | undefined> {
  const headers = typeof column === 'string' ? await headersNamed(header, column) : [];
  return at(header, headers[0] ?? namedPosition(column, header.length));
}

/**
 * The column of another table with the same header. Of several equal headers, the first corresponds to the first, and so on. A column
 * without a header corresponds to the column at the same position, if that has no header either.
 */
export async function sameColumn(
  [header, other]: readonly [Row, Row],
  { index, name }: NamedColumn,
): Promise<NamedColumn | undefined> {
  if (name.trim() === '') return other[index]?.trim() === '' ? at(other, index) : undefined;
  const rank = (await headersNamed(header, name)).indexOf(index);
  return at(other, (await headersNamed(other, name))[rank]);
}

function at(header: readonly string[], index: number | undefined): NamedColumn | undefined {
  return index === undefined ? undefined : { index, name: header[index] ?? '' };
}
