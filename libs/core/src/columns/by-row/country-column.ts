import { Turn } from '../../async/turn.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import { hasPlus } from '../../phone/fold-to-ascii.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { callingCodeOf } from '../../phone/numbering/national-number.js';
import type { Row } from '../../tables/row.js';
import { widthOf } from '../found-column.js';
import { foldedWords } from '../header/folded-header.js';
import { isPhoneHeader } from '../header/header-words.js';
import { columnNotFound, headersNamed, type NamedColumn, namedPosition } from '../named-column.js';
import { countryHeader } from './country-header.js';
import { countryNames } from './country-names.js';
import { type CountryCells, countryOfCell } from './country-of-cell.js';

/** In this value of the setting, no column says the country of a row. */
const NO_COLUMN = 'none';

/** At least this share of the filled cells name a country. The others may be empty words such as `n/a`. */
const COUNTRIES_OF_FILLED = 0.8;
/** Fewer international numbers of other countries than the row's may be chance. */
const FEWEST_ABROAD = 3;

/** A column that says of which country the phone of a row is. */
export interface CountryColumn extends NamedColumn {
  /** Whether the caller has named it. */
  readonly isNamed: boolean;
  /** The country that a cell of the column names. */
  countryOf(cell: string): CountryCode | undefined;
}

export interface CountryColumnSearch {
  /** The column that the caller names: a header, a position from 0, or `none`. */
  readonly countryColumn?: string | number | undefined;
}

/**
 * The columns that may say the country of each row, by the first rows of a file, the header among them. A column that the caller names is
 * the only one. Otherwise its header has to say so, and most of its rows. Without a header it is not searched for: a list of places may be
 * where people travel. Code: `column_not_found`.
 */
export async function countryColumns(
  rows: readonly Row[],
  { countryColumn }: CountryColumnSearch,
): Promise<readonly CountryColumn[]> {
  const header = rows[0] ?? [];
  if (countryColumn !== undefined) {
    const headers = typeof countryColumn === 'string' ? await headersNamed(header, countryColumn) : [];
    const named = headers[0] ?? namedPosition(countryColumn, widthOf(rows));
    if (named === undefined && countryColumn === NO_COLUMN) return [];
    if (named === undefined) throw columnNotFound(countryColumn, header);
    return [columnAt(named, header, { cells: await cellsOf(true), isNamed: true })];
  }
  const found: CountryColumn[] = [];
  for (const [index, name] of header.entries()) {
    const meaning = countryHeader(name);
    if (meaning === 'none') continue;
    const cells = await cellsOf(meaning === 'calling code');
    const column = columnAt(index, header, { cells, isNamed: false });
    if (await isOfCountries(rows, column)) found.push(column);
  }
  return found;
}

/**
 * Of columns that may say the country, the one that belongs to the phone column by its header, or else the leftmost; a calling code goes
 * first. A column that most numbers with a plus sign contradict does not say the country of the phones.
 */
export function countryOfPhones(
  rows: readonly Row[],
  columns: readonly CountryColumn[],
  phone: { readonly index: number; readonly name: string },
): CountryColumn | undefined {
  const words = new Set(foldedWords(phone.name).split(' '));
  const rank = ({ name }: CountryColumn): number => {
    if (isPhoneHeader(name)) return 3;
    const shared = foldedWords(name)
      .split(' ')
      .some((word) => words.has(word));
    return shared ? 2 : countryHeader(name) === 'calling code' ? 1 : 0;
  };
  return columns
    .filter((column) => column.index !== phone.index)
    .filter((column) => column.isNamed || !isContradicted(rows, column, phone.index))
    .toSorted((one, other) => rank(other) - rank(one))[0];
}

/** The country of most rows. */
export function usualCountry(
  rows: readonly Row[],
  { countryOf, index }: CountryColumn,
): CountryCode | undefined {
  const counts = new Map<CountryCode, number>();
  for (const row of rows) {
    const country = countryOf(row[index] ?? '');
    if (country !== undefined) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

async function cellsOf(mayBeCallingCodes: boolean): Promise<CountryCells> {
  return { mayBeCallingCodes, names: await countryNames() };
}

/** A file of 100,000 rows has few countries, so that each text is read once. */
function columnAt(
  index: number,
  header: Row,
  { cells, isNamed }: { readonly cells: CountryCells; readonly isNamed: boolean },
): CountryColumn {
  const known = new Map<string, CountryCode | undefined>();
  return {
    index,
    name: header[index] ?? '',
    isNamed,
    countryOf(cell) {
      if (cell === '') return undefined;
      if (known.has(cell)) return known.get(cell);
      const country = countryOfCell(cell, cells);
      if (known.size < MAX_KNOWN) known.set(cell, country);
      return country;
    },
  };
}

/** A hostile file has another text in each row. */
const MAX_KNOWN = 1_000;

async function isOfCountries(rows: readonly Row[], { countryOf, index }: CountryColumn): Promise<boolean> {
  const turn = new Turn();
  let filled = 0;
  let countries = 0;
  for (const row of rows.slice(1)) {
    if (turn.isLong) await turn.next();
    const cell = row[index] ?? '';
    if (cell.trim() === '') continue;
    filled += 1;
    if (countryOf(cell) !== undefined) countries += 1;
  }
  return countries > 0 && countries >= filled * COUNTRIES_OF_FILLED && countries * 2 > rows.length - 1;
}

function isContradicted(
  rows: readonly Row[],
  { countryOf, index }: CountryColumn,
  phoneIndex: number,
): boolean {
  let abroad = 0;
  let home = 0;
  for (const row of rows) {
    const cell = row[phoneIndex] ?? '';
    const country = countryOf(row[index] ?? '');
    if (country === undefined || !hasPlus(cell)) continue;
    const number = readPhoneCell(cell);
    if (number === undefined) continue;
    if (number.startsWith(`+${callingCodeOf(country)}`)) home += 1;
    else abroad += 1;
  }
  return abroad >= FEWEST_ABROAD && abroad > home;
}
