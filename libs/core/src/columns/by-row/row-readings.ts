import { nextTurn } from '../../async/next-turn.js';
import type { TaskNote } from '../../model/file-reading.js';
import type { CellReading } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/row.js';
import { areaCodeColumnNote, countryColumnNote } from '../column-notes.js';
import { type FoundColumn, readingOf } from '../found-column.js';
import { judgedColumn } from '../judgement/judged-column.js';
import type { NamedColumn } from '../named-column.js';
import { areaCodeIn, isOwnCallingCode } from './area-code-column.js';
import { type CountryColumn, isCountry, type RowCountry } from './country-column.js';

/** How the phones of a file are read where their rows say of which country or area they are. */
export interface RowReadings {
  /** The column with the countries. Null if there is none. */
  readonly countryColumn: NamedColumn | null;
  /** The column with the area codes. Null if there is none. */
  readonly areaCodeColumn: NamedColumn | null;
  readingOf(row: Row): CellReading;
}

/** Columns that say something about the phone of their row. */
export interface RowColumns {
  readonly country: CountryColumn | undefined;
  readonly areaCode: NamedColumn | undefined;
}

/** Advice for a column of one country and area. Where each row has its own, the preview says for each cell what it lacks. */
const NOTES_OF_ONE_COUNTRY: readonly TaskNote['code'][] = ['country_needed', 'numbers_without_area_code'];

/** A file has few areas. A hostile one has another text in each row. */
const MAX_KNOWN = 5_000;

/**
 * Judges the rows of each country apart, since what the cells of a column have in common, such as missing area codes, is a matter of
 * their country. The phone of a row is read by the default country only if the row names none. Resolves to the phone column with the
 * notes that are left, and to the readings.
 */
export async function readByRow(
  rows: readonly Row[],
  found: FoundColumn,
  { areaCode, country }: RowColumns,
  reading: CellReading,
): Promise<{ readonly found: FoundColumn; readonly byRow: RowReadings }> {
  const countryOf = (row: Row): RowCountry => country?.countryOf(row);
  const data = rows.slice(found.dataStart);
  const groups = new Map<RowCountry, Row[]>();
  for (const row of data) {
    const group = groups.get(countryOf(row));
    if (group === undefined) groups.set(countryOf(row), [row]);
    else group.push(row);
  }
  const { holdsIds } = found;
  // Of no country: only what is written with a calling code.
  const strict: CellReading = { severalNumbers: reading.severalNumbers, holdsIds, isNational: true };
  const ofCountries = new Map<RowCountry, CellReading>([['unclear', strict]]);
  for (const [of, group] of groups) {
    await nextTurn();
    const ofGroup = readingIn(of, reading);
    if (of === 'unclear' || ofGroup.defaultCountry === undefined) continue;
    const judged = await judgedColumn([...rows.slice(0, found.dataStart), ...group], found, ofGroup, false);
    ofCountries.set(of, { ...readingOf(judged, ofGroup), isOfCountry: isCountry(of) });
  }
  const readingOfCountry = (of: RowCountry): CellReading => {
    const known = ofCountries.get(of);
    if (known !== undefined) return known;
    const ofOne = readingIn(of, reading);
    const unseen =
      ofOne.defaultCountry === undefined ? strict : { ...ofOne, holdsIds, isOfCountry: isCountry(of) };
    ofCountries.set(of, unseen);
    return unseen;
  };
  const readings = new Map<string, CellReading>();
  const notes = found.notes.filter(({ code }) => !NOTES_OF_ONE_COUNTRY.includes(code));
  if (country !== undefined) {
    const rowsOf = new Map([...groups].map(([of, group]) => [of, group.length]));
    notes.push(countryColumnNote(country.name, rowsOf, reading.defaultCountry));
  }
  if (areaCode !== undefined) notes.push(areaCodeColumnNote(areaCode.name));
  return {
    found: { ...found, notes },
    byRow: {
      countryColumn: country === undefined ? null : { index: country.index, name: country.name },
      areaCodeColumn: areaCode ?? null,
      readingOf(row) {
        const ofCountry = readingOfCountry(countryOf(row));
        const cell = areaCode === undefined ? '' : (row[areaCode.index] ?? '').trim();
        if (cell === '') return ofCountry;
        const key = `${ofCountry.defaultCountry} ${cell}`;
        const known = readings.get(key);
        if (known !== undefined) return known;
        const ofArea = inArea(ofCountry, cell);
        if (readings.size < MAX_KNOWN && cell.length < MAX_KEY)
          readings.set(Buffer.from(key).toString(), ofArea);
        return ofArea;
      },
    },
  };
}

/** Longer cells are no area codes, and are not kept. */
const MAX_KEY = 30;

/** How a phone is read in the area of this cell: digits without a trunk prefix are local there. A cell that names no area leaves them unread. */
export function inArea(reading: CellReading, cell: string): CellReading {
  return { ...reading, areaCode: areaCodeIn(cell, reading.defaultCountry), isLocal: true };
}

/** Whether the column names areas, and not the calling code of the rows' own countries. */
export function namesAreas(
  rows: readonly Row[],
  areaCode: NamedColumn,
  countryOf: (row: Row) => CountryCode | undefined,
): boolean {
  const filled = rows.slice(1).filter((row) => (row[areaCode.index] ?? '').trim() !== '');
  return !filled.every((row) => isOwnCallingCode(row[areaCode.index] ?? '', countryOf(row)));
}

/** Another country than the default one has other areas. */
function readingIn(country: RowCountry, reading: CellReading): CellReading {
  if (!isCountry(country) || country === reading.defaultCountry) return reading;
  return { ...reading, defaultCountry: country, areaCode: undefined };
}
