import { Turn } from '../../async/turn.js';
import type { FileReading } from '../../model/file-reading.js';
import { type CellReading, readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/table-block.js';
import { findPhoneColumn } from '../find-phone-column.js';
import type { FoundColumn } from '../found-column.js';
import { headerMeaning, isFaxHeader, isOfOtherPeople } from '../header-words.js';
import type { NamedColumn } from '../named-column.js';
import { areaCodeColumn } from './area-code-column.js';
import {
  type CountryColumn,
  countryColumns,
  isCountry,
  type RowCountry,
  usualCountry,
} from './country-column.js';
import { countryOfPhones } from './country-of-phones.js';
import { inArea, namesAreas, type RowColumns, type RowReadings, readByRow } from './row-readings.js';

/** The columns of a table that matter for its phones. */
export interface FoundColumns {
  /** The column of the phones. */
  readonly found: FoundColumn;
  /** Reads a row's phone with the country or the area that the row names. Null if no column has these. */
  readonly byRow: RowReadings | null;
  /** The country that most rows name, even if their phones are not read by it. */
  readonly usualCountry: CountryCode | undefined;
}

/** Finds the phone column of a table, and the columns with the country or the area of each row. Code: `column_not_found`. */
export async function findColumns(
  table: readonly Row[],
  reading: CellReading,
  { countryColumn, phoneColumn }: FileReading,
): Promise<FoundColumns> {
  const candidates = await countryColumns(table, { countryColumn });
  const [first] = candidates;
  // National numbers are recognised as phones only if their country is known.
  const usual = reading.defaultCountry ?? (first && usualCountry(table, first));
  const named = phoneColumn === undefined ? {} : { phoneColumn };
  let found = await findPhoneColumn(table, { ...reading, defaultCountry: usual, ...named });
  if (first !== undefined && phoneColumn === undefined) {
    const left = await leftmostOfPhones(table, found, (row) => first.countryOf(row), usual);
    if (left !== found.index) {
      found = await findPhoneColumn(table, { ...reading, defaultCountry: usual, phoneColumn: left });
    }
  }
  const columns = await rowColumns(table, found, candidates, { reading, isNamed: phoneColumn !== undefined });
  if (columns !== undefined)
    return { ...(await readByRow(table, found, columns, reading)), usualCountry: usual };
  if (first !== undefined) found = await findPhoneColumn(table, { ...reading, ...named });
  return { found, byRow: null, usualCountry: usual };
}

/**
 * The columns with the country and the area of the phones. Undefined if there are none, or if the header of the phone column does not mean
 * phones.
 */
async function rowColumns(
  table: readonly Row[],
  found: FoundColumn,
  candidates: readonly CountryColumn[],
  { isNamed, reading }: { readonly reading: CellReading; readonly isNamed: boolean },
): Promise<RowColumns | undefined> {
  const isByCaller = isNamed || candidates[0]?.isNamed;
  if (!found.holdsPhones || (headerMeaning(found.name) !== 'phones' && !isByCaller)) return undefined;
  const { defaultCountry } = reading;
  const area = found.dataStart === 1 ? await areaCodeColumn(table, found) : undefined;
  const country = await countryOfPhones(table, candidates, {
    ...{ index: found.index, name: found.name, defaultCountry },
    readingIn(of, row) {
      const ofCountry: CellReading = { defaultCountry: of };
      const cell = area === undefined ? '' : (row[area.index] ?? '').trim();
      return cell === '' ? ofCountry : inArea(ofCountry, cell);
    },
  });
  const countryOf = (row: Row) => {
    const ofRow = country?.countryOf(row);
    return isCountry(ofRow) ? ofRow : defaultCountry;
  };
  const hasCountry = country !== undefined || defaultCountry !== undefined;
  const areaCode = area !== undefined && hasCountry && namesAreas(table, area, countryOf) ? area : undefined;
  return country === undefined && areaCode === undefined ? undefined : { areaCode, country };
}

/** A column counts only if it has at least this share of the found column's phones. */
const SHARE_OF_FOUND = 0.5;

/**
 * The position of the leftmost column whose header means phones and whose cells are mostly phones of their rows' countries; that of the
 * found column if there is none to its left. The found column was chosen with the file's usual country alone, which does not read the
 * numbers of other countries.
 */
async function leftmostOfPhones(
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
