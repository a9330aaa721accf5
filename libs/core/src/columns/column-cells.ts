import type { CountryCode } from '../phone/country-code.js';
import { readPhoneCell } from '../phone/phone-cell.js';
import { isPossibleNumber } from '../phone/phone-table.js';
import type { Row } from '../tables/row.js';

const JUDGED_CELLS = 100;

/** Whether more than half of a column's first hundred cells hold a number that can exist. */
export function isMostlyPhones(
  data: readonly Row[],
  index: number,
  defaultCountry: CountryCode | undefined,
): boolean {
  const cells = data.slice(0, JUDGED_CELLS).map((row) => row[index] ?? '');
  const phones = cells.filter((cell) => holdsPossibleNumber(cell, defaultCountry));
  return phones.length * 2 > cells.length;
}

function holdsPossibleNumber(cell: string, defaultCountry: CountryCode | undefined): boolean {
  const number = readPhoneCell(cell, defaultCountry);
  return number !== undefined && isPossibleNumber(number);
}
