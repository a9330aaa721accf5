import { Turn } from '../../async/turn.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/row.js';
import { widthOf } from '../found-column.js';
import { columnNotFound, headersNamed, type NamedColumn, namedPosition } from '../named-column.js';
import { type CountryHeader, countryHeader } from './country-header.js';
import { countryNames } from './country-names.js';
import { type CountryCells, countryOfCell } from './country-of-cell.js';

/** The value of the setting that turns the column off. */
const NO_COLUMN = 'none';

/** At least this share of the filled cells name a country. */
const COUNTRIES_OF_FILLED = 0.8;
/** At most so many columns are compared, since each reads the first hundred phones. */
const MOST_COLUMNS = 5;
/** Longer cells name no country, and are not looked up. */
const MAX_CELL = 80;
/** At most so many texts are remembered with their countries. A hostile file has another one in each row. */
const MAX_KNOWN = 1_000;

/** Words for no value. `NA` is one of them, and not Namibia: statistics programs write it. */
const NO_VALUE = /^(?:|-+|—|\?|n\/?a|null|none|nil|unknown|#n\/a)$/i;

/** The country that a row names: undefined if it names none, `unclear` if it names something that is not understood. */
export type RowCountry = CountryCode | 'unclear' | undefined;

/** A column that says of which country the phone of a row is. */
export interface CountryColumn extends NamedColumn {
  /** Whether the caller has named it. */
  readonly isNamed: boolean;
  countryOf(row: Row): RowCountry;
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
    const isNone = named === undefined && String(countryColumn).trim().toLowerCase() === NO_COLUMN;
    if (isNone) return [];
    if (named === undefined) throw columnNotFound(countryColumn, header);
    return [columnAt(named, header, { cells: await cellsOf('calling code'), isNamed: true })];
  }
  const turn = new Turn();
  const found: CountryColumn[] = [];
  for (const [index, name] of header.entries()) {
    if (turn.isLong) await turn.next();
    const meaning = countryHeader(name);
    if (meaning === 'none') continue;
    const column = columnAt(index, header, { cells: await cellsOf(meaning), isNamed: false });
    if (await isOfCountries(rows, column)) found.push(column);
    if (found.length === MOST_COLUMNS) break;
  }
  return found;
}

/** The country of most rows. */
export function usualCountry(rows: readonly Row[], column: CountryColumn): CountryCode | undefined {
  const counts = new Map<CountryCode, number>();
  for (const row of rows) {
    const country = column.countryOf(row);
    if (isCountry(country)) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

export function isCountry(country: RowCountry): country is CountryCode {
  return country !== undefined && country !== 'unclear';
}

async function cellsOf(meaning: CountryHeader): Promise<CountryCells> {
  return { mayBeCallingCodes: meaning === 'calling code', names: await countryNames() };
}

function columnAt(
  index: number,
  header: Row,
  { cells, isNamed }: { readonly cells: CountryCells; readonly isNamed: boolean },
): CountryColumn {
  const known = new Map<string, RowCountry>();
  return {
    index,
    name: header[index] ?? '',
    isNamed,
    countryOf(row) {
      const cell = row[index] ?? '';
      if (cell.length > MAX_CELL) return 'unclear';
      if (known.has(cell)) return known.get(cell);
      const country = NO_VALUE.test(cell.trim()) ? undefined : (countryOfCell(cell, cells) ?? 'unclear');
      // A copy: a slice keeps the piece of the file alive that it was cut from.
      if (known.size < MAX_KNOWN) known.set(Buffer.from(cell).toString(), country);
      return country;
    },
  };
}

/** Whether most rows name a country. Digits are calling codes only if all are: ids and the numbers of ISO 3166 are some by chance. */
async function isOfCountries(rows: readonly Row[], column: CountryColumn): Promise<boolean> {
  const turn = new Turn();
  let filled = 0;
  let countries = 0;
  for (const row of rows.slice(1)) {
    if (turn.isLong) await turn.next();
    const country = column.countryOf(row);
    if (country === undefined) continue;
    filled += 1;
    if (isCountry(country)) countries += 1;
    else if (/^\d+$/.test(row[column.index] ?? '')) return false;
  }
  return countries > 0 && countries >= filled * COUNTRIES_OF_FILLED && countries * 2 > rows.length - 1;
}
