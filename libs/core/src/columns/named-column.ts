import { nextTurn } from '../async/turn.js';
import { DialproofError, withoutNumbers } from '../model/errors.js';
import type { Row } from '../tables/table-block.js';
import { foldedWords } from './header-words.js';

/** A column by its position, from 0, and its header. */
export interface NamedColumn {
  readonly index: number;
  readonly name: string;
}

/** The value of the setting that turns the column off. */
const NO_COLUMN = 'none';

/** The most headers that a hint lists, and the length of each. */
const MAX_LISTED = 20;
const MAX_HEADER_LENGTH = 40;

/** The positions of headers with this name. Those that are equal win over those that differ in letter case or spaces. */
export async function headersNamed(header: Row, name: string): Promise<readonly number[]> {
  const wanted = plain(name);
  // Columns without a header are named by their position.
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

/** Makes names equal that look the same: byte order marks, kinds of space and ways to compose accents make no difference. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The position that the caller names, if it is one of the table. */
export function namedPosition(column: string | number, width: number): number | undefined {
  if (typeof column === 'string' && !/^\s*\d{1,6}\s*$/.test(column)) return undefined;
  const index = Number(column);
  return Number.isInteger(index) && index >= 0 && index < width ? index : undefined;
}

/** Whether the caller says that there is no such column, unless a header has this name. */
export function saysNone(column: string | number): boolean {
  return String(column).trim().toLowerCase() === NO_COLUMN;
}

/** The refusal lists the existing headers. */
export function columnNotFound(column: string | number, header: Row): DialproofError {
  const listed = header.slice(0, MAX_LISTED).map((cell) => JSON.stringify(shown(cell.trim())));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : '';
  const wanted = shown(String(column));
  return new DialproofError('column_not_found', {
    hint: `there is no column ${typeof column === 'number' ? wanted : JSON.stringify(wanted)}; the first row, with positions from 0, is ${listed.join(', ')}${more}`,
  });
}

/** Cuts a header. The first row of a file without a header may have numbers. */
function shown(text: string): string {
  const plain = withoutNumbers(text);
  return plain.length > MAX_HEADER_LENGTH ? `${plain.slice(0, MAX_HEADER_LENGTH)}…` : plain;
}

/** Headers of dates of consent, whole. */
const HEADERS: ReadonlySet<string> = new Set(
  `consent date, consentdate, date of consent, consent given at, consent given on, consent timestamp, consent time, consented at, consented on,
  opt in date, optin date, opted in at, opted in on, opt in timestamp, optin timestamp, opt in time, date of opt in,
  fecha consentimiento, fecha de consentimiento, fecha del consentimiento, data consentimento, data de consentimento, data do consentimento,
  date consentement, date de consentement, date du consentement, data consenso, data del consenso, einwilligungsdatum, datum einwilligung,
  datum der einwilligung, einwilligung am, toestemmingsdatum, datum toestemming, data zgody, samtyckesdatum, samtykkedato`
    .split(',')
    .map((words) => foldedWords(words)),
);

/** Longer headers are not judged: a hostile file has thousands of them. */
const MAX_HEADER = 60;

/**
 * The column with the date of each row's consent: the one that the caller names by its header, its position from 0, or `none`, else the
 * leftmost whose header says so. Code: `column_not_found`.
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

/** The leftmost column with this header, else the one at this position, from 0. */
export async function columnNamed(header: Row, column: string | number): Promise<NamedColumn | undefined> {
  const headers = typeof column === 'string' ? await headersNamed(header, column) : [];
  return at(header, headers[0] ?? namedPosition(column, header.length));
}

/**
 * The column of another table that has the header of this one; the leftmost of several equal ones is that of the leftmost. One without a
 * header is the column at the same position, if that has none either.
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
