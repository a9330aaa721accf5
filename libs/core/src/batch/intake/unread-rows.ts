import { FURTHER_DOWN, type FurtherDown } from '../../columns/column-notes.js';
import type { NoteCode, TaskNote, UnreadCounts, UnreadReason } from '../../model/file-reading.js';
import type { Unread } from '../../phone/cells/cell-reading.js';
import { type CellReading, readPhoneCell } from '../../phone/cells/phone-cell.js';

/** The note whose setting could read the cells with this reason. */
const NOTE_OF: Partial<Readonly<Record<UnreadReason, NoteCode>>> = {
  no_country: 'country_needed',
  no_area_code: 'numbers_without_area_code',
  several_numbers: 'several_numbers',
};

const EXAMPLES = 3;

/** Fewer cells, or less than one in a hundred, may be slips. */
const FEWEST_ROWS = 2;
const FEWEST_IN = 100;

/**
 * Counts the rows without a number by the reason, and the rows that the setting of a note may gain. Notes judge the first rows of a file
 * alone. These counts include all rows.
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
   * These notes with their rows, where a setting may gain some. The first rows of a file may have few such cells, or none: if one in a
   * hundred of all rows has one, that is a note too.
   */
  notes(
    ofFirstRows: readonly TaskNote[],
    { column, total }: { readonly column: string; readonly total: number },
  ): readonly TaskNote[] {
    const notes = ofFirstRows.map((note) => {
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
    return notes;
  }
}
