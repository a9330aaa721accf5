import type { TaskNote } from '../../model/file-reading.js';
import type { CellReading } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/row.js';
import { areaCodeColumnNote, countryColumnNote } from '../column-notes.js';
import { type FoundColumn, readingOf } from '../found-column.js';
import { judgedColumn } from '../judgement/judged-column.js';
import type { NamedColumn } from '../named-column.js';
import { areaCodeIn } from './area-code-column.js';
import type { CountryColumn } from './country-column.js';

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

/** A file has few countries and areas. A hostile one has another text in each row. */
const MAX_KNOWN = 5_000;

/**
 * Judges the rows of each country apart, since what the cells of a column have in common, such as missing area codes, is a matter of
 * their country. Rows whose country is unknown are judged by the caller's settings alone. Resolves to the phone column with the notes
 * that are left, and to the readings.
 */
export async function readByRow(
  rows: readonly Row[],
  found: FoundColumn,
  { areaCode, country }: RowColumns,
  reading: CellReading,
): Promise<{ readonly found: FoundColumn; readonly byRow: RowReadings }> {
  const countryOf = (row: Row) => country?.countryOf(row[country.index] ?? '');
  const groups = new Map<CountryCode | undefined, Row[]>([[undefined, []]]);
  for (const row of rows.slice(found.dataStart)) {
    const group = groups.get(countryOf(row));
    if (group === undefined) groups.set(countryOf(row), [row]);
    else group.push(row);
  }
  const ofCountries = new Map<CountryCode | undefined, CellReading>();
  for (const [of, group] of groups) {
    const ofGroup = readingIn(of, reading);
    const judged = await judgedColumn([...rows.slice(0, found.dataStart), ...group], found, ofGroup, false);
    ofCountries.set(of, readingOf(judged, ofGroup));
  }
  const { holdsIds } = found;
  const readingOfCountry = (of: CountryCode | undefined): CellReading => {
    const known = ofCountries.get(of) ?? { ...readingIn(of, reading), holdsIds };
    ofCountries.set(of, known);
    return known;
  };
  const ofAreas = new Map<string, CellReading>();
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
        const cell = areaCode === undefined ? '' : (row[areaCode.index] ?? '');
        if (cell === '' || cell.length > MAX_AREA_CODE) return ofCountry;
        const key = `${ofCountry.defaultCountry} ${cell}`;
        const known = ofAreas.get(key);
        if (known !== undefined) return known;
        const code = areaCodeIn(cell, ofCountry.defaultCountry) ?? ofCountry.areaCode;
        const ofArea = { ...ofCountry, areaCode: code };
        if (ofAreas.size < MAX_KNOWN) ofAreas.set(key, ofArea);
        return ofArea;
      },
    },
  };
}

/** Longer than any area code with its signs. */
const MAX_AREA_CODE = 20;

/** An area code is one of the default country. */
function readingIn(country: CountryCode | undefined, reading: CellReading): CellReading {
  if (country === undefined || country === reading.defaultCountry) return reading;
  return { ...reading, defaultCountry: country, areaCode: undefined };
}
