import type { CountryCode } from '../phone/country-code.js';
import { readPhoneCell } from '../phone/phone-cell.js';
import { isPossibleNumber } from '../phone/phone-table.js';
import type { Row } from '../tables/row.js';

/** How many cells of a column it is judged by. */
const JUDGED_CELLS = 100;

/** The cells of a column by which it is judged, the ones that a short row lacks as empty ones. */
export function firstCells(data: readonly Row[], index: number): readonly string[] {
  return data.slice(0, JUDGED_CELLS).map((row) => row[index] ?? '');
}

/** Whether more than half of the cells hold a number that can exist. */
export function areMostlyPhones(cells: readonly string[], defaultCountry: CountryCode | undefined): boolean {
  const phones = cells.filter((cell) => {
    const number = readPhoneCell(cell, defaultCountry);
    return number !== undefined && isPossibleNumber(number);
  });
  return phones.length * 2 > cells.length;
}
