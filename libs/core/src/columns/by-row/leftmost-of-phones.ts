import { Turn } from '../../async/turn.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/row.js';
import { headerMeaning, isFaxHeader } from '../header/header-words.js';
import { isOfOtherPeople } from '../header/number-and-people-words.js';
import type { NamedColumn } from '../named-column.js';
import { isCountry, type RowCountry } from './country-column.js';

/** A column counts only with at least this share of the phones of the found one. */
const SHARE_OF_FOUND = 0.5;

/**
 * The leftmost column whose header says phones and whose cells are mostly phones of their rows' countries. The phone column was found by the usual
 * country of the file alone, which does not read the numbers of other countries. Resolves to the position of the found column if there is none to its left.
 */
export async function leftmostOfPhones(
  rows: readonly Row[],
  found: NamedColumn,
  countryOf: (row: Row) => RowCountry,
  usual: CountryCode | undefined,
): Promise<number> {
  const turn = new Turn();
  const countAt = async (index: number) => {
    let filled = 0;
    let phones = 0;
    for (const row of rows.slice(1)) {
      if (turn.isLong) await turn.next();
      const cell = row[index] ?? '';
      if (cell.trim() === '') continue;
      filled += 1;
      const country = countryOf(row);
      const defaultCountry = isCountry(country) ? country : usual;
      if (readPhoneCell(cell, { defaultCountry }) !== undefined) phones += 1;
    }
    return { filled, phones };
  };
  const ofFound = await countAt(found.index);
  for (const [index, name] of (rows[0] ?? []).slice(0, found.index).entries()) {
    if (turn.isLong) await turn.next();
    if (headerMeaning(name) !== 'phones' || isFaxHeader(name) || isOfOtherPeople(name)) continue;
    const { filled, phones } = await countAt(index);
    if (phones * 2 > filled && phones >= ofFound.phones * SHARE_OF_FOUND) return index;
  }
  return found.index;
}
