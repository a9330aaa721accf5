import type { Row } from '../../tables/row.js';
import { cellStart, withoutDates } from './digits-below.js';

/** A title of several words, a comment, or a label with a colon. A column may have such a name too. */
const TITLE = /^\s*#|\S\s+\S|:\s*$/;

/** Whether a cell has several words, begins a comment, or is a label with a colon. */
export function isTitle(cell: string): boolean {
  return TITLE.test(cellStart(cell));
}

/** Whether a row of several filled cells may be a header or incomplete data: it has no label or date, and is not spaced like groups. */
export function mayBeOfTable(row: Row): boolean {
  const isLabelled = row.some((cell) => /:\s*$/.test(cellStart(cell)) || isDate(cell));
  return !isGroups(row) && !isLabelled;
}

/** Whether each filled cell of a row has an empty one behind it, like the names of groups of columns. */
export function isGroups(row: Row): boolean {
  const isFilled = (cell: string | undefined): boolean => (cell ?? '').trim() !== '';
  return row.every((cell, column) => !isFilled(cell) || !isFilled(row[column + 1]));
}

/** Whether a row is a sentence with commas, `Customers, as of today`, and not a list with a space behind each delimiter. */
export function isSentence(row: Row, table: readonly Row[]): boolean {
  const isSpaced = (cell: string, column: number): boolean => column > 0 && /^\s+\S/.test(cellStart(cell));
  const goesOn = row.some((cell, column) => isSpaced(cell, column) && TITLE.test(cellStart(cell)));
  return goesOn && !table.some((below) => below.some(isSpaced));
}

function isDate(cell: string): boolean {
  return cell.trim() !== '' && withoutDates(cellStart(cell)).trim() === '';
}

/** Whether a row begins with `#` and a text. */
export function isComment(row: Row): boolean {
  return /^\s*#\s*[^\s#]/.test(cellStart(row[0] ?? ''));
}
