import type { NoteCode, TaskNote } from '../../model/file-reading.js';
import type { UnreadReason } from '../../model/unread-reason.js';
import type { Unread } from '../../phone/cells/cell-read.js';
import { type CellReading, readPhoneCell } from '../../phone/cells/phone-cell.js';

/** The notes whose setting reads cells that are unread for this reason. */
const NOTE_OF: Partial<Readonly<Record<UnreadReason, NoteCode>>> = {
  no_country: 'country_needed',
  no_area_code: 'numbers_without_area_code',
  several_numbers: 'several_numbers',
};

/** Counts the rows that the setting of a note may gain. Notes judge the first rows alone, and this counts all of them as they are read. */
export class GainedRows {
  readonly #rows = new Map<NoteCode, number>();

  /** Counts a row whose phone cell was not read. */
  add({ reason }: Unread, cell: string, reading: CellReading): void {
    const code = NOTE_OF[reason];
    if (code === undefined) return;
    // The first of several is not always clear.
    const isFirst = code === 'several_numbers';
    if (isFirst && readPhoneCell(cell, { ...reading, severalNumbers: 'first' }) === undefined) return;
    this.#rows.set(code, (this.#rows.get(code) ?? 0) + 1);
  }

  /** The note with its rows, if it has a setting that may gain some. */
  noteWithRows(note: TaskNote): TaskNote {
    const rows = this.#rows.get(note.code);
    return rows === undefined ? note : { ...note, rows };
  }
}
