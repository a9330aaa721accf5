import { nextTurn } from '../async/next-turn.js';
import { type CellReading, readPhoneCell } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { headerMeaning } from './header-words.js';

/** How many rows may stand above a header that nobody names. */
const MAX_ROWS_ABOVE = 20;

/** Digits that a cell below the header of a phone column has at least. */
const SOME_DIGITS = /(?:\p{Nd}\P{Nd}*){5}/u;

/** Longer than what a cell with a phone begins with; a hostile one may have millions of characters. */
const JUDGED_CHARS = 100;

/** The words of a title or a comment, which no name of a column has. */
const TITLE = /^\s*#|\S\s+\S|:\s*$/;

/**
 * Finds the header below titles, comments and other lines that are no part of the table: its index among the first rows of a file, 0
 * in most. Rows are passed over only where that is evident: each has fewer filled cells than the header and than most rows below it,
 * and none holds a phone. Rows of a list without a header, or of different lengths, are never taken for a title.
 */
export async function findHeaderRow(rows: readonly Row[], reading: CellReading): Promise<number> {
  const filled = rows.map(filledCells);
  const most = Math.max(0, ...filled);
  if (most < 2 || filled[0] === most) return 0;
  const index = await firstHeader(rows, filled);
  if (index === undefined || index === 0) return 0;
  const widestAbove = Math.max(...filled.slice(0, index));
  const isEvident = widestAbove < (filled[index] ?? 0) && widestAbove < median(filled.slice(index + 1));
  return isEvident && !rows.slice(0, index).some((row) => hasPhone(row, reading)) ? index : 0;
}

/** The first row that looks like a header: it names phones above cells with digits, or is the full row below a title. */
async function firstHeader(rows: readonly Row[], filled: readonly number[]): Promise<number | undefined> {
  for (let index = 0; index <= MAX_ROWS_ABOVE && index < rows.length - 1; index += 1) {
    // A row may have a thousand cells.
    await nextTurn();
    const row = rows[index] ?? [];
    if (
      (filled[index] ?? 0) > 1 &&
      row.some((cell, column) => namesNumbers(cell) && hasDigits(rows, index, column))
    )
      return index;
  }
  const untitled = filled.findIndex((cells) => cells > 1);
  return isBelowTitle(rows, filled, untitled) ? untitled : undefined;
}

function namesNumbers(cell: string): boolean {
  const meaning = headerMeaning(cell);
  return meaning === 'phones' || meaning === 'number';
}

/** Whether nothing but titles stands above this row, and it has a text without digits in each cell, unlike the rows below it. */
function isBelowTitle(rows: readonly Row[], filled: readonly number[], index: number): boolean {
  if (index < 1 || index > MAX_ROWS_ABOVE) return false;
  const isTitle = (row: Row): boolean => row.every((cell) => cell.trim() === '' || TITLE.test(start(cell)));
  if (!rows.slice(0, index).every(isTitle)) return false;
  const header = rows[index] ?? [];
  const names = new Set(header.map((cell) => cell.trim()));
  const isHeader =
    header.length > 2 && names.size === header.length && !names.has('') && !/\p{Nd}/u.test(header.join());
  const below = filled.slice(index + 1);
  const isTable = below.length > 2 && below.every((cells) => cells > 1);
  return isHeader && isTable && header.some((_, column) => hasDigits(rows, index, column));
}

/** Whether at least half of the filled cells below have digits as phones do. */
function hasDigits(rows: readonly Row[], header: number, column: number): boolean {
  let filled = 0;
  let withDigits = 0;
  for (const row of rows.slice(header + 1)) {
    const cell = row[column] ?? '';
    if (cell.trim() === '') continue;
    filled += 1;
    if (SOME_DIGITS.test(start(cell))) withDigits += 1;
  }
  return withDigits > 0 && withDigits * 2 >= filled;
}

function hasPhone(row: Row, reading: CellReading): boolean {
  return row.some((cell) => readPhoneCell(cell, reading) !== undefined);
}

/** A comment counts as one cell, however many delimiters it has. */
function filledCells(row: Row): number {
  let filled = 0;
  for (const cell of row) if (cell.trim() !== '') filled += 1;
  return filled > 1 && /^\s*#\s*[^\s#]/.test(start(row[0] ?? '')) ? 1 : filled;
}

function start(cell: string): string {
  return cell.slice(0, JUDGED_CHARS);
}

function median(counts: readonly number[]): number {
  return counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
}
