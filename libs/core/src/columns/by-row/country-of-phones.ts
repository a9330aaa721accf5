import { Turn } from '../../async/turn.js';
import { DialproofError } from '../../model/errors.js';
import type { UnreadReason } from '../../model/file-reading.js';
import { isNumber } from '../../phone/cells/cell-reading.js';
import { type CellReading, readCell, readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { callingCodeOf } from '../../phone/numbering/national-number.js';
import type { Row } from '../../tables/table-block.js';
import { foldedWords, headerMeaning } from '../header-words.js';
import type { NamedColumn } from '../named-column.js';
import { type CountryColumn, countryHeader, isCountry, type RowCountry } from './country-column.js';
import { isCallingCode } from './country-of-cell.js';

/** A single number that is not of its row's country may be an error. */
const FEWEST_ABROAD = 2;
/** At least this share of the numbers without a calling code can be read by the countries of their rows. */
const EXPLAINED = 0.6;

/** The reasons why a number may be unread with a wrong country. Cells with other reasons are not numbers in any country. */
const OF_ANOTHER_COUNTRY: ReadonlySet<UnreadReason> = new Set<UnreadReason>([
  'wrong_length',
  'no_area_code',
  'no_country',
  'impossible',
  'unclear',
]);

/** The phone column, for the test whether a column of countries fits its phones. */
export interface PhonesToExplain extends NamedColumn {
  readonly defaultCountry: CountryCode | undefined;
  /** The reading of a row's phone for this country. */
  readingIn(country: CountryCode, row: Row): CellReading;
}

/**
 * Chooses the column with the country of the phones: the one whose header shares most words with the phone column's, then one of calling
 * codes, then the leftmost. If two are equally near, the rows in which they differ are unclear. Columns that do not explain the phones are
 * ignored. Code: `column_not_found`.
 */
export async function countryOfPhones(
  rows: readonly Row[],
  columns: readonly CountryColumn[],
  phones: PhonesToExplain,
): Promise<CountryColumn | undefined> {
  const [named] = columns;
  if (named?.isNamed) {
    if (named.index !== phones.index) return named;
    throw new DialproofError('column_not_found', {
      hint: 'country_column=NAME names the column of the phones; it must name another one, or be none',
    });
  }
  const explaining: { readonly column: CountryColumn; readonly rank: number }[] = [];
  const words = wordsOf(phones.name);
  for (const column of columns) {
    if (column.index === phones.index || !(await explains(rows, column, phones))) continue;
    const shared = [...wordsOf(column.name)].filter((word) => words.has(word)).length;
    const isOfPhones =
      countryHeader(column.name) === 'calling code' || headerMeaning(column.name) === 'phones';
    explaining.push({ column, rank: 2 * shared + (isOfPhones ? 1 : 0) });
  }
  const [best, ...others] = explaining.toSorted((one, other) => other.rank - one.rank);
  if (best === undefined) return undefined;
  const alike = others.filter(({ rank }) => rank === best.rank).map(({ column }) => column);
  return { ...best.column, countryOf: (row) => agreedCountry(best.column.countryOf(row), alike, row) };
}

function agreedCountry(country: RowCountry, others: readonly CountryColumn[], row: Row): RowCountry {
  const isContradicted = others
    .map((other) => other.countryOf(row))
    .some((other) => isCountry(other) && other !== country);
  return isContradicted ? 'unclear' : country;
}

function wordsOf(header: string): ReadonlySet<string> {
  return new Set(foldedWords(header).split(' '));
}

/**
 * Whether the phones are of the countries of their rows: numbers with a calling code mostly agree, most other numbers can be read with the
 * column's countries, and no more of them with the default country.
 */
async function explains(
  rows: readonly Row[],
  column: CountryColumn,
  { defaultCountry, index, readingIn }: PhonesToExplain,
): Promise<boolean> {
  const turn = new Turn();
  const count = { abroad: 0, home: 0, national: 0, byColumn: 0, byDefault: 0, ownCodes: 0 };
  const codes = new Set<string>();
  for (const row of rows.slice(1)) {
    if (turn.isLong) await turn.next();
    const cell = row[index] ?? '';
    const country = column.countryOf(row);
    if (cell === '' || !isCountry(country)) continue;
    const code = (row[column.index] ?? '').trim();
    if (isCallingCode(code)) {
      codes.add(code);
      if (country === defaultCountry) count.ownCodes += 1;
    }
    const international = readPhoneCell(cell, { isNational: true });
    if (international !== undefined) {
      if (international.startsWith(`+${callingCodeOf(country)}`)) count.home += 1;
      else count.abroad += 1;
      continue;
    }
    const read = readCell(cell, readingIn(country, row));
    if (!isNumber(read) && !OF_ANOTHER_COUNTRY.has(read.reason)) continue;
    count.national += 1;
    if (isNumber(read)) count.byColumn += 1;
    if (defaultCountry === undefined) continue;
    if (readPhoneCell(cell, readingIn(defaultCountry, row)) !== undefined) count.byDefault += 1;
  }
  if (count.abroad >= FEWEST_ABROAD && count.abroad > count.home) return false;
  // Calling codes would include the one of the caller's own country. Other digits are ids, or codes of another kind.
  if (defaultCountry !== undefined && codes.size > 0 && count.ownCodes === 0) return false;
  if (mayBeNumericCode(codes, column.name) && count.home === 0) return false;
  return count.byColumn >= count.national * EXPLAINED && count.byColumn >= count.byDefault;
}

/**
 * Whether a column has only one code, and that may be an ISO 3166 number: `250` is Rwanda's calling code and France's number. Not if the
 * header names calling codes.
 */
function mayBeNumericCode(codes: ReadonlySet<string>, header: string): boolean {
  const [only = ''] = codes;
  return codes.size === 1 && only.length === 3 && !/calling|dial|phone|isd|idd|ddi/i.test(header);
}
