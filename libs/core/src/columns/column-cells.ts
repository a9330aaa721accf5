import type { CountryCode } from '../phone/country-code.js';
import { readPhoneCell } from '../phone/phone-cell.js';
import { isPossibleNumber } from '../phone/phone-table.js';
import type { Row } from '../tables/row.js';

/** How many cells of a column it is judged by. */
const JUDGED_CELLS = 100;

/** What the first cells of a column hold. */
interface ColumnCells {
  readonly count: number;
  readonly filled: number;
  /** Numbers that can exist. */
  readonly phones: number;
}

/** Judges a column of these rows by its first cells; the ones that a short row lacks are empty. */
export function judgeColumn(
  data: readonly Row[],
  index: number,
  defaultCountry: CountryCode | undefined,
): ColumnCells {
  const cells = data.slice(0, JUDGED_CELLS).map((row) => row[index] ?? '');
  const filled = cells.filter((cell) => cell.trim() !== '');
  const phones = filled.filter((cell) => {
    const number = readPhoneCell(cell, defaultCountry);
    return number !== undefined && isPossibleNumber(number);
  });
  return { count: cells.length, filled: filled.length, phones: phones.length };
}
