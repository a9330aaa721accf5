import { FURTHER_DOWN, type FurtherDown } from '../../columns/column-notes.js';
import type { NoteCode, TaskNote, UnreadCounts, UnreadReason } from '../../model/file-reading.js';
import type { Unread } from '../../phone/cells/cell-reading.js';
import { type CellReading, readPhoneCell } from '../../phone/cells/phone-cell.js';
import { countriesOf, leadingCallingCode } from '../../phone/numbering/calling-code.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { NumberIndex } from './number-index.js';

/** The note whose setting could read the cells with this reason. */
const NOTE_OF: Partial<Readonly<Record<UnreadReason, NoteCode>>> = {
  no_country: 'country_needed',
  no_area_code: 'numbers_without_area_code',
  several_numbers: 'several_numbers',
};

const EXAMPLES = 3;

/** How many of the first numbers are examined for the country that the cells without one may share. */
const NUMBERS = 100;

/** Fewer numbers than this, or than this share of the cells without a country, suggest no country: they may be exceptions from abroad. */
const FEWEST_NUMBERS = 10;
const FEWEST_OF_CELLS = 0.1;

/** Fewer cells, or less than one in a hundred, give no note: they may be typing errors. */
const FEWEST_ROWS = 2;
const FEWEST_IN = 100;

/**
 * Counts the rows without a number by reason, and the rows that the setting of a note could read. The notes come from the first rows of a
 * file; these counts include all rows.
 */
export class UnreadRows {
  readonly #rows = new Map<NoteCode, number>();
  readonly #unread = new Map<UnreadReason, number>();
  /** The first cells of each note. */
  readonly #examples = new Map<NoteCode, string[]>();

  /** Counts a row whose phone cell was not read. */
  add({ reason }: Unread, cell: string, reading: CellReading): void {
    this.#unread.set(reason, (this.#unread.get(reason) ?? 0) + 1);
    const code = NOTE_OF[reason];
    if (code === undefined) return;
    // The first one of several numbers is not always readable.
    const isFirst = code === 'several_numbers';
    if (isFirst && readPhoneCell(cell, { ...reading, severalNumbers: 'first' }) === undefined) return;
    this.#rows.set(code, (this.#rows.get(code) ?? 0) + 1);
    const examples = this.#examples.get(code) ?? [];
    if (examples.length < EXAMPLES) this.#examples.set(code, [...examples, cell]);
  }

  /** The rows without a number, by the reason. */
  get counts(): UnreadCounts {
    return Object.fromEntries(this.#unread);
  }

  /**
   * The notes of the first rows, each with the count of rows that its setting could read. A note is added where the first rows show no such
   * cells, but at least one in a hundred of all rows has one.
   */
  notes(
    ofFirstRows: readonly TaskNote[],
    {
      column,
      numbers,
      total,
      usualCountry,
    }: {
      readonly column: string;
      readonly numbers: NumberIndex;
      readonly total: number;
      readonly usualCountry: CountryCode | undefined;
    },
  ): readonly TaskNote[] {
    const notes: TaskNote[] = ofFirstRows.map((note) => {
      const rows = this.#rows.get(note.code);
      return rows === undefined ? note : { ...note, rows };
    });
    if (notes.some(({ code }) => code === 'no_phone_column')) return notes;
    // The names are the keys of the object.
    for (const code of Object.keys(FURTHER_DOWN) as FurtherDown[]) {
      const rows = this.#rows.get(code) ?? 0;
      const isKnown = notes.some((note) => note.code === code);
      if (isKnown || rows < FEWEST_ROWS || rows * FEWEST_IN < total) continue;
      notes.push({ ...FURTHER_DOWN[code](column, this.#examples.get(code) ?? [], rows), rows });
    }
    const country = [usualCountry, this.#countryOf(numbers)].find(
      (one) => one !== undefined && this.#mayBeOf(one),
    );
    if (country === undefined) return notes;
    return notes.map((note) => (note.code === 'country_needed' ? { ...note, country } : note));
  }

  /** Whether all examples of cells without a country can be numbers of this one. */
  #mayBeOf(country: CountryCode): boolean {
    const cells = this.#examples.get('country_needed') ?? [];
    const reading = { defaultCountry: country, isOfCountry: true };
    return cells.length > 0 && cells.every((cell) => readPhoneCell(cell, reading) !== undefined);
  }

  /**
   * The country of most numbers. Where countries share a calling code, it is the largest of them: the cells become the same numbers with any of them.
   */
  #countryOf(numbers: NumberIndex): CountryCode | undefined {
    const counts = new Map<CountryCode, number>();
    for (const digits of numbers.digits(0, NUMBERS)) {
      const [country] = countriesOf(leadingCallingCode(String(digits))?.code ?? '');
      if (country !== undefined) counts.set(country, (counts.get(country) ?? 0) + 1);
    }
    const [[country, count] = []] = [...counts].toSorted(([, one], [, other]) => other - one);
    if (country === undefined || count === undefined || count < FEWEST_NUMBERS) return undefined;
    const share = count / Math.min(NUMBERS, numbers.size);
    const rows = this.#rows.get('country_needed') ?? 0;
    return share <= 1 / 2 || share * numbers.size < FEWEST_OF_CELLS * rows ? undefined : country;
  }
}
