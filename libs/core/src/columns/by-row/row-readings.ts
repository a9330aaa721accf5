import { nextTurn } from '../../async/turn.js';
import type { TaskNote } from '../../model/file-reading.js';
import type { CellReading } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/table-block.js';
import { areaCodeColumnNote, countryColumnNote } from '../column-notes.js';
import { type FoundColumn, readingOf } from '../found-column.js';
import { judgedColumn } from '../judgement/judged-column.js';
import type { NamedColumn } from '../named-column.js';
import { areaCodeIn, isOwnCallingCode } from './area-code-column.js';
import { type CountryColumn, isCountry, type RowCountry } from './country-column.js';

/** The reading of phones in a file whose rows name their country or area. */
export interface RowReadings {
  /** The column with the countries. Null if there is none. */
  readonly countryColumn: NamedColumn | null;
  /** The column with the area codes. Null if there is none. */
  readonly areaCodeColumn: NamedColumn | null;
  readingOf(row: Row): CellReading;
}

/** The columns with the country and the area code of each row's phone. */
export interface RowColumns {
  readonly country: CountryColumn | undefined;
  readonly areaCode: NamedColumn | undefined;
}

/**
 * The notes that suggest one country or area for the whole file, which is wrong if each row has its own. The preview shows the missing part
 * of each cell.
 */
const NOTES_OF_ONE_COUNTRY: readonly TaskNote['code'][] = ['country_needed', 'numbers_without_area_code'];

/** The most cells of area codes that are remembered with their readings. A hostile file has another text in each row. */
const MAX_KNOWN = 5_000;

/** Resolves to the phone column with its remaining notes, and to the readings of its rows. */
export async function readByRow(
  rows: readonly Row[],
  found: FoundColumn,
  columns: RowColumns,
  reading: CellReading,
): Promise<{ readonly found: FoundColumn; readonly byRow: RowReadings }> {
  const { areaCode, country } = columns;
  const byCountry = await ReadingsByCountry.judge(rows, found, country, reading);
  const notes = found.notes.filter(({ code }) => !NOTES_OF_ONE_COUNTRY.includes(code));
  if (country !== undefined)
    notes.push(countryColumnNote(country.name, byCountry.rowsOf, reading.defaultCountry));
  if (areaCode !== undefined) notes.push(areaCodeColumnNote(areaCode.name));
  return {
    found: { ...found, notes },
    byRow: {
      countryColumn: country === undefined ? null : { index: country.index, name: country.name },
      areaCodeColumn: areaCode ?? null,
      readingOf: readingOfRow(byCountry, columns),
    },
  };
}

/**
 * Returns the function that gives the reading of a row. Readings of areas are cached, since making one takes longer than reading a cell.
 */
function readingOfRow(
  byCountry: ReadingsByCountry,
  { areaCode, country }: RowColumns,
): RowReadings['readingOf'] {
  const ofAreas = new Map<string, CellReading>();
  return (row) => {
    const of = country?.countryOf(row);
    const ofCountry = byCountry.of(of);
    const cell = areaCode === undefined ? '' : (row[areaCode.index] ?? '').trim();
    if (cell === '') return ofCountry;
    const key = `${of} ${cell}`;
    const known = ofAreas.get(key);
    if (known !== undefined) return known;
    const ofArea = inArea(ofCountry, cell);
    // Copied, since a slice would keep a piece of the file in memory.
    if (ofAreas.size < MAX_KNOWN && key.length < MAX_KEY) ofAreas.set(Buffer.from(key).toString(), ofArea);
    return ofArea;
  };
}

/**
 * The readings of phones by the country that their row names. The rows of each country are judged separately: common properties of the
 * cells, such as missing area codes, depend on the country. The default country serves rows that name none.
 */
class ReadingsByCountry {
  readonly #reading: CellReading;
  readonly #holdsIds: boolean | undefined;
  readonly #known = new Map<RowCountry, CellReading>();
  /** How many of the first rows name each country. */
  readonly rowsOf: ReadonlyMap<RowCountry, number>;

  private constructor(
    reading: CellReading,
    { holdsIds }: FoundColumn,
    rowsOf: ReadonlyMap<RowCountry, number>,
  ) {
    this.#reading = reading;
    this.#holdsIds = holdsIds;
    this.rowsOf = rowsOf;
  }

  static async judge(
    rows: readonly Row[],
    found: FoundColumn,
    column: CountryColumn | undefined,
    reading: CellReading,
  ): Promise<ReadingsByCountry> {
    const groups = new Map<RowCountry, Row[]>();
    for (const row of rows.slice(found.dataStart)) {
      const of = column?.countryOf(row);
      groups.set(of, [...(groups.get(of) ?? []), row]);
    }
    const rowsOf = new Map([...groups].map(([of, group]) => [of, group.length]));
    const readings = new ReadingsByCountry(reading, found, rowsOf);
    for (const [of, group] of groups) {
      await nextTurn();
      const unjudged = readings.of(of);
      if (unjudged.defaultCountry === undefined) continue;
      const header = rows.slice(0, found.dataStart);
      const judged = await judgedColumn([...header, ...group], found, unjudged, false);
      readings.#known.set(of, readingOf(judged, unjudged));
    }
    return readings;
  }

  of(country: RowCountry): CellReading {
    const known = this.#known.get(country);
    if (known !== undefined) return known;
    const reading = this.#make(country);
    this.#known.set(country, reading);
    return reading;
  }

  #make(country: RowCountry): CellReading {
    const { defaultCountry, severalNumbers } = this.#reading;
    const holdsIds = this.#holdsIds;
    if (country === undefined && defaultCountry !== undefined) return { ...this.#reading, holdsIds };
    // The country is unknown, so only a number with its calling code is read.
    if (!isCountry(country)) return { severalNumbers, holdsIds, isNational: true };
    const ofCountry = { ...this.#reading, holdsIds, defaultCountry: country, isOfCountry: true };
    // The caller's area code belongs to the default country.
    return country === defaultCountry ? ofCountry : { ...ofCountry, areaCode: undefined };
  }
}

/** Longer keys are not cached: their cells are not area codes. */
const MAX_KEY = 30;

/** The reading of a phone in the area that `cell` names: digits without a trunk prefix are local. If it names no area, they are unread. */
export function inArea(reading: CellReading, cell: string): CellReading {
  return { ...reading, areaCode: areaCodeIn(cell, reading.defaultCountry), isLocal: true };
}

/** Whether the column names areas, and not merely the calling codes of the rows' countries. */
export function namesAreas(
  rows: readonly Row[],
  areaCode: NamedColumn,
  countryOf: (row: Row) => CountryCode | undefined,
): boolean {
  const filled = rows.slice(1).filter((row) => (row[areaCode.index] ?? '').trim() !== '');
  return !filled.every((row) => isOwnCallingCode(row[areaCode.index] ?? '', countryOf(row)));
}
