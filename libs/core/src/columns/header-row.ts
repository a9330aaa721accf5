import { nextTurn } from '../async/turn.js';
import { type CellReading, writtenPhone } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/table-block.js';
import { headerMeaning } from './header-words.js';

/** The most rows above a header that the caller has not named. */
const MAX_ROWS_ABOVE = 20;

/** Cells that are read in one turn of the event loop. One that only looks like a phone takes up to 0.3 ms. */
const PHONES_A_TURN = 32;

/** A text for a missing phone, which occurs in data and not in column names. `No Telp` and `Telefon ohne Vorwahl` are names. */
const MISSING = new RegExp(
  [
    String.raw`(?:^|\s)no (?:cell|contact|landline|mobile|number|phone|telephone)`,
    String.raw`(?:^|\s)(?:geen|ingen|kein\p{L}*|nessun\p{L}*)\s`,
    String.raw`^(?:bez|ohne|pas de|sans|sem|senza|sin|without|zonder|без|нет)\s|^(?:[无無](?![线線])|[没沒]有)`,
    String.raw`\s(?:broken|defekt|fehlt|follows|folgt|inconnu|kaputt|later|lost|missing|perdido|perdu|unbekannt|unknown|verloren|yok|нет)$`,
    '(?:なし|없음)$',
  ].join('|'),
  'iu',
);

/**
 * Finds the header below titles, comments and other lines outside of the table: its index among the first rows of a file, mostly 0. Rows
 * are skipped only in clear cases: each skipped row has fewer filled cells than the header and than most rows below it, and none holds a
 * phone. Rows of a list without a header, or of different lengths, never count as a title.
 */
export async function findHeaderRow(rows: readonly Row[], reading: CellReading): Promise<number> {
  const filled = filledCells(rows);
  const most = Math.max(0, ...filled);
  if (most < 2 || filled[0] === most) return 0;
  const index = (await firstHeader(rows, filled)) ?? 0;
  const above = rows.slice(0, index);
  const widestAbove = Math.max(0, ...filled.slice(0, index));
  const isEvident = widestAbove < (filled[index] ?? 0) && widestAbove < median(filled.slice(index + 1));
  if (
    !isEvident ||
    above.some((row, at) => (filled[at] ?? 0) > 1 && mayBeOfTable(row) && !isSentence(row, rows.slice(index)))
  )
    return 0;
  return (await holdPhone(above, reading)) ? 0 : index;
}

/** The first row that looks like a header: it names phones above cells with digits, or is the full row below a title. */
async function firstHeader(rows: readonly Row[], filled: readonly number[]): Promise<number | undefined> {
  const digits = await digitsBelow(rows, MAX_ROWS_ABOVE + 1);
  let comment: number | undefined;
  for (let index = 0; index <= MAX_ROWS_ABOVE && index < rows.length - 1; index += 1) {
    // A row may have a thousand cells.
    await nextTurn();
    const row = rows[index] ?? [];
    if (!namesColumnOf(row, digits[index])) continue;
    // A name that fits a column may also name a group of columns.
    if (isGroups(row) && namesColumnOf(rows[index + 1] ?? [], digits[index + 1]) && hasNames(rows, index + 1))
      continue;
    if ((filled[index] ?? 0) > 1 && (index === 0 || hasNames(rows, index))) return index;
    if (isComment(row)) comment ??= index;
  }
  if (comment !== undefined) return comment;
  const untitled = filled.findIndex((cells) => cells > 1);
  const isAboveDigits = digits[untitled]?.includes(1) ?? false;
  return isAboveDigits && isBelowTitle(rows, filled, untitled) ? untitled : undefined;
}

/** Whether a row names phones above cells with digits. */
function namesColumnOf(row: Row, digitsBelowRow: Uint8Array | undefined): boolean {
  return row.some((cell, column) => digitsBelowRow?.[column] === 1 && namesNumbers(cell));
}

function namesNumbers(cell: string): boolean {
  if (mayHoldPhone(cell)) return false;
  const meaning = headerMeaning(cell);
  return meaning === 'phones' || meaning === 'number';
}

/** Whether only titles are above this row, and all of its cells are texts without digits, unlike the rows below. */
function isBelowTitle(rows: readonly Row[], filled: readonly number[], index: number): boolean {
  if (index < 1 || index > MAX_ROWS_ABOVE) return false;
  const above = rows.slice(0, index);
  if (!above.every((row) => row.every((cell) => cell.trim() === '' || isTitle(cell)))) return false;
  const header = rows[index] ?? [];
  const isHeader =
    header.length > 2 &&
    header.every((cell) => cell.trim() !== '' && !/\p{Nd}/u.test(cell)) &&
    hasNames(rows, index);
  const below = filled.slice(index + 1);
  const isTable = below.length > 2 && below.every((cells) => cells > 1);
  return isHeader && isTable && !isOfList(above, header, rows.slice(index + 1));
}

/** Whether the title and the header look like the cells below: `Ann Smith` and `Ben Jones` above other names. */
function isOfList(above: readonly Row[], header: Row, below: readonly Row[]): boolean {
  return header.some((name, column) => {
    if (!isTitle(name) || !above.some((row) => isTitle(row[column] ?? ''))) return false;
    return below.filter((row) => isTitle(row[column] ?? '')).length * 2 >= below.length;
  });
}

async function holdPhone(rows: readonly Row[], reading: CellReading): Promise<boolean> {
  let cells = 0;
  for (const row of rows) {
    for (const cell of row) {
      cells += 1;
      if (cells % PHONES_A_TURN === 0) await nextTurn();
      if (writtenPhone(cell, reading) !== undefined) return true;
    }
  }
  return false;
}

/**
 * The number of filled cells of each row. A comment counts as one cell, however many delimiters it has, unless it is as wide as the other
 * rows.
 */
function filledCells(rows: readonly Row[]): readonly number[] {
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== '').length);
  const others = rows.flatMap((row, index) => (isComment(row) ? [] : [index]));
  const usual = median(others.map((index) => filled[index] ?? 0));
  const usualLength = median(others.map((index) => rows[index]?.length ?? 0));
  return filled.map((cells, index) => {
    const isWide = cells === usual || cells === usualLength;
    return cells > 1 && !isWide && isComment(rows[index] ?? []) ? 1 : cells;
  });
}

function median(counts: readonly number[]): number {
  return counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
}

/** Whether the cells of a row can be names of columns: filled, distinct, and not repeated below. */
function hasNames(rows: readonly Row[], header: number): boolean {
  const row = rows[header] ?? [];
  const names = row.slice(0, row.findLastIndex((cell) => cell.trim() !== '') + 1);
  const isName = (cell: string): boolean =>
    /[^\s\p{Nd}]/u.test(cellStart(cell)) && !MISSING.test(cellStart(cell).trim());
  if (!names.every(isName) || new Set(names.map((name) => name.trim())).size < names.length) return false;
  return !rows.slice(header + 1).some((below) => {
    const repeated = names.filter((name, column) => below[column] === name).length;
    // A header may be repeated as a whole, on each page.
    return repeated > 0 && repeated < names.length;
  });
}

/** The fewest digits of a cell below the header of a phone column. */
const SOME_DIGITS = 5;

/** The examined characters of a cell, more than a phone needs. A hostile cell may have millions of characters. */
const JUDGED_CHARS = 100;

const CELLS_A_TURN = 1_000;

/** A day, with the time of day if there is one. */
const DATE =
  /(?<![\d./-])(?:(?:19|20)\d\d([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:19|20)\d\d)(?:[ ,T]+\d{1,2}:\d\d(?::\d\d)?)?(?![\d/-])/g;

/** The examined beginning of a cell. */
function cellStart(cell: string): string {
  return cell.slice(0, JUDGED_CHARS);
}

/** Whether a cell has as many digits as a phone. Digits of dates do not count. */
export function mayHoldPhone(cell: string): boolean {
  return hasDigits(withoutDates(cellStart(cell)));
}

function withoutDates(text: string): string {
  return text.replace(DATE, '');
}

/**
 * For each of the first `headers` rows, 1 at the index of each column where at least half of the filled cells below that row have digits
 * like phones. It takes one pass from the last row to the first, since a row may have thousands of cells.
 */
async function digitsBelow(rows: readonly Row[], headers: number): Promise<readonly Uint8Array[]> {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const filled = new Uint32Array(width);
  const withDigits = new Uint32Array(width);
  const found: Uint8Array[] = [];
  let cells = 0;
  for (const [above, row] of [...rows.entries()].reverse()) {
    if (above < headers) {
      found[above] = Uint8Array.from(withDigits, (count, column) =>
        count > 0 && count * 2 >= (filled[column] ?? 0) ? 1 : 0,
      );
    }
    for (const [column, cell] of row.entries()) {
      cells += 1;
      if (cells % CELLS_A_TURN === 0) await nextTurn();
      if (cell.trim() === '') continue;
      filled[column] = (filled[column] ?? 0) + 1;
      if (hasDigits(cellStart(cell))) withDigits[column] = (withDigits[column] ?? 0) + 1;
    }
  }
  return found;
}

function hasDigits(text: string): boolean {
  return (text.match(/\p{Nd}/gu)?.length ?? 0) >= SOME_DIGITS;
}

/** A title of several words, a comment, or a label with a colon. Names of columns may look the same. */
const TITLE = /^\s*#|\S\s+\S|:\s*$/;

/** Whether a cell has several words, begins a comment, or is a label with a colon. */
function isTitle(cell: string): boolean {
  return TITLE.test(cellStart(cell));
}

/** Whether a row of several filled cells may be a header or incomplete data: it has no label or date, and is not spaced like groups. */
function mayBeOfTable(row: Row): boolean {
  const isLabelled = row.some((cell) => /:\s*$/.test(cellStart(cell)) || isDate(cell));
  return !isGroups(row) && !isLabelled;
}

/** Whether each filled cell of a row is followed by an empty one, as names of groups of columns are. */
function isGroups(row: Row): boolean {
  const isFilled = (cell: string | undefined): boolean => (cell ?? '').trim() !== '';
  return row.every((cell, column) => !isFilled(cell) || !isFilled(row[column + 1]));
}

/** Whether a row is a sentence with commas (`Customers, as of today`), and the table has no space behind its delimiters. */
function isSentence(row: Row, table: readonly Row[]): boolean {
  const isSpaced = (cell: string, column: number): boolean => column > 0 && /^\s+\S/.test(cellStart(cell));
  const goesOn = row.some((cell, column) => isSpaced(cell, column) && TITLE.test(cellStart(cell)));
  return goesOn && !table.some((below) => below.some(isSpaced));
}

function isDate(cell: string): boolean {
  return cell.trim() !== '' && withoutDates(cellStart(cell)).trim() === '';
}

/** Whether a row begins with `#` and a text. */
function isComment(row: Row): boolean {
  return /^\s*#\s*[^\s#]/.test(cellStart(row[0] ?? ''));
}
