import { nextTurn } from '../async/next-turn.js';
import { DialproofError } from '../model/errors.js';
import { withoutNumbers } from '../model/without-numbers.js';
import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { ColumnChoice } from './choice/column-choice.js';
import { detectPhoneColumn } from './detect-phone-column.js';
import { type FoundColumn, foundColumn, widthOf, withoutHeader } from './found-column.js';

/** The most headers that a hint lists, and the length of each. */
const MAX_LISTED = 20;
const MAX_HEADER_LENGTH = 40;

/**
 * The column that the caller names. Among several with that name, it is the leftmost that is mostly phones, as with several matching
 * headers. In a file without a header, the names are those of the result: `phone`, `column_2`.
 */
export async function namedPhoneColumn(
  rows: readonly Row[],
  phoneColumn: string | number,
  reading: CellReading,
): Promise<FoundColumn> {
  const header = rows[0] ?? [];
  const detected = await detectPhoneColumn(rows, reading);
  const hasHeader = detected.dataStart === 1;
  const at = position(phoneColumn, widthOf(rows));
  if (typeof phoneColumn === 'string' && (hasHeader || at === undefined)) {
    const choice = await ColumnChoice.of(rows, reading);
    const named = await choice.ofMatches(await headersNamed(header, phoneColumn));
    if (named !== undefined) return foundColumn(rows, named, reading);
    if (!hasHeader) {
      const [madeUp] = await headersNamed(detected.header, phoneColumn);
      if (madeUp !== undefined) return withoutHeader(rows, madeUp);
    }
  }
  if (at === undefined) throw columnNotFound(phoneColumn, header);
  return hasHeader ? foundColumn(rows, at, reading) : withoutHeader(rows, at);
}

async function headersNamed(header: Row, name: string): Promise<readonly number[]> {
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

function position(phoneColumn: string | number, width: number): number | undefined {
  if (typeof phoneColumn === 'string' && !/^\s*\d{1,6}\s*$/.test(phoneColumn)) return undefined;
  const index = Number(phoneColumn);
  return Number.isInteger(index) && index >= 0 && index < width ? index : undefined;
}

/** The refusal lists the existing headers. */
function columnNotFound(phoneColumn: string | number, header: Row): DialproofError {
  const listed = header.slice(0, MAX_LISTED).map((cell) => JSON.stringify(shown(cell.trim())));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : '';
  const wanted = shown(String(phoneColumn));
  return new DialproofError('column_not_found', {
    hint: `there is no column ${typeof phoneColumn === 'number' ? wanted : JSON.stringify(wanted)}; the first row, with positions from 0, is ${listed.join(', ')}${more}`,
  });
}

/** Cuts a header. The first row of a file without a header may have numbers. */
function shown(text: string): string {
  const plain = withoutNumbers(text);
  return plain.length > MAX_HEADER_LENGTH ? `${plain.slice(0, MAX_HEADER_LENGTH)}…` : plain;
}
