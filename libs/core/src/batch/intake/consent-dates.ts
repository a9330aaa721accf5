import { consentDateNote } from '../../columns/column-notes.js';
import { consentDateColumn, type NamedColumn } from '../../columns/named-column.js';
import type { TaskNote } from '../../model/file-reading.js';
import { askedDate, consentDate } from '../../model/reassigned.js';
import type { TableBlock } from '../../tables/table-block.js';
import { dayNumber } from '../number-chunk.js';

/** The choice of the column with the dates of consent. */
export interface ConsentReading {
  /** The header of the column, its position from 0, or `none`. Undefined: the column is found by its header. */
  readonly column: string | number | undefined;
  /** Whether the checker gives `reassigned`. If not, only a column that the caller names is read. */
  readonly tellsReassigned: boolean;
  /** In milliseconds since 1970. */
  readonly now: number;
}

const EXAMPLES = 3;

/** The dates of consent in a file. */
export class FileConsentDates {
  readonly #column: NamedColumn;
  readonly #reading: ConsentReading;
  #unread = 0;
  readonly #examples: string[] = [];

  private constructor(column: NamedColumn, reading: ConsentReading) {
    this.#column = column;
    this.#reading = reading;
  }

  /** Finds the column of the dates; undefined if the file has none. Code: `column_not_found`. */
  static async find(
    header: readonly string[],
    reading: ConsentReading,
  ): Promise<FileConsentDates | undefined> {
    if (!reading.tellsReassigned && reading.column === undefined) return undefined;
    const column = await consentDateColumn(header, reading.column);
    return column && new FileConsentDates(column, reading);
  }

  /** The date of each row, as the number 20240501; 0 for a cell without a readable date. */
  daysIn(block: TableBlock): readonly number[] {
    const { now } = this.#reading;
    return block.cells(this.#column.index).map((cell) => {
      const date = consentDate(cell, now);
      if (date !== undefined) return dayNumber(askedDate(date, now));
      this.#unread += 1;
      if (this.#examples.length < EXAMPLES && cell.trim() !== '') this.#examples.push(cell);
      return 0;
    });
  }

  /** The position of the column, from 0. */
  get index(): number {
    return this.#column.index;
  }

  /** The note on the column, complete once all rows were read. */
  get note(): TaskNote {
    const { tellsReassigned } = this.#reading;
    return consentDateNote(this.#column.name, {
      unread: this.#unread,
      cells: this.#examples,
      tellsReassigned,
    });
  }
}
