import type { TaskNote } from '../../model/file-reading.js';
import type { CellReading } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/row.js';
import { countryColumnNote } from '../column-notes.js';
import { type FoundColumn, readingOf } from '../found-column.js';
import { judgedColumn } from '../judgement/judged-column.js';
import type { CountryColumn } from './country-column.js';

/** How the phones of a file are read by the countries of their rows. */
export interface CountryReadings {
  /** The position of the column with the countries, from 0. */
  readonly index: number;
  readonly name: string;
  /** The reading of a phone, by the cell that names its row's country. */
  readingOf(countryCell: string): CellReading;
}

/** Advice for a column of one country. Where each row has its own, the preview says for each cell what it lacks. */
const NOTES_OF_ONE_COUNTRY: readonly TaskNote['code'][] = ['country_needed', 'numbers_without_area_code'];

/**
 * Judges the rows of each country apart, since what the cells of a column have in common, such as missing area codes, is a matter of
 * their country. Rows whose country is unknown are judged by the caller's settings alone. Resolves to the phone column with the notes
 * that are left, and to the readings.
 */
export async function readByCountry(
  rows: readonly Row[],
  found: FoundColumn,
  column: CountryColumn,
  reading: CellReading,
): Promise<{ readonly found: FoundColumn; readonly countries: CountryReadings }> {
  const groups = new Map<CountryCode | undefined, Row[]>([[undefined, []]]);
  for (const row of rows.slice(found.dataStart)) {
    const country = column.countryOf(row[column.index] ?? '');
    const group = groups.get(country);
    if (group === undefined) groups.set(country, [row]);
    else group.push(row);
  }
  const readings = new Map<CountryCode | undefined, CellReading>();
  const notes = found.notes.filter(({ code }) => !NOTES_OF_ONE_COUNTRY.includes(code));
  for (const [country, group] of groups) {
    const ofGroup = readingIn(country, reading);
    const judged = await judgedColumn([...rows.slice(0, found.dataStart), ...group], found, ofGroup, false);
    readings.set(country, readingOf(judged, ofGroup));
  }
  const rowsOf = new Map([...groups].map(([country, group]) => [country, group.length]));
  notes.push(countryColumnNote(column.name, rowsOf, reading.defaultCountry));
  const { holdsIds } = found;
  return {
    found: { ...found, notes },
    countries: {
      index: column.index,
      name: column.name,
      readingOf(countryCell) {
        const country = column.countryOf(countryCell);
        const known = readings.get(country);
        if (known !== undefined) return known;
        const first = { ...readingIn(country, reading), holdsIds };
        readings.set(country, first);
        return first;
      },
    },
  };
}

/** An area code is one of the default country. */
function readingIn(country: CountryCode | undefined, reading: CellReading): CellReading {
  if (country === undefined || country === reading.defaultCountry) return reading;
  return { ...reading, defaultCountry: country, areaCode: undefined };
}
