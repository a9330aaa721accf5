import { nextTurn } from '../async/turn.js';
import { DialproofError, withoutNumbers } from '../model/errors.js';
import type { Row } from '../tables/table-block.js';

/** A column by its position, from 0, and its header. */
export interface NamedColumn {
  readonly index: number;
  readonly name: string;
}

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
