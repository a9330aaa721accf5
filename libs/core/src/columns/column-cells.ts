import { type CellReading, readPhoneCell } from '../phone/cells/phone-cell.js';
import { isPossibleNumber } from '../phone/numbering/phone-table.js';
import type { Row } from '../tables/row.js';

/** How many cells judge a column. */
const JUDGED_CELLS = 100;

/** Digits alone, which ids, order numbers and barcodes are too. */
const BARE_DIGITS = /^\s*\d+(?:\.0)?\s*$/;

/** A plus sign, a bracket or a leading zero. Ids with dashes or spaces have none of them: `2026-00123`, `552 100 554`. */
const PHONE_SIGN = /[+＋(（]|^\P{Nd}*[0０٠۰०]/u;

/** What the first cells of a column hold. */
export interface ColumnCells {
  readonly count: number;
  readonly filled: number;
  /** Cells with a number that can exist. */
  readonly phones: number;
  /** Phones with more than digits: a plus sign, spaces, brackets, a label. */
  readonly writtenAsPhones: number;
  /** Phones that no id looks like. */
  readonly unlikeIds: number;
}

/** Judges the columns of some rows by their first cells. Cells that a short row lacks are empty. */
export class ColumnJudge {
  readonly #rows: readonly Row[];
  readonly #reading: CellReading;

  constructor(data: readonly Row[], reading: CellReading) {
    this.#rows = data.slice(0, JUDGED_CELLS);
    this.#reading = reading;
  }

  /** Returns undefined, without reading on, as soon as half of the cells are filled with something else. */
  judge(index: number): ColumnCells | undefined {
    const count = this.#rows.length;
    let filled = 0;
    let phones = 0;
    let writtenAsPhones = 0;
    let unlikeIds = 0;
    for (const row of this.#rows) {
      const cell = row[index] ?? '';
      if (cell.trim() === '') continue;
      filled += 1;
      if (this.#isPhone(cell)) {
        phones += 1;
        if (!BARE_DIGITS.test(cell)) {
          writtenAsPhones += 1;
          if (PHONE_SIGN.test(cell)) unlikeIds += 1;
        }
      } else if ((filled - phones) * 2 >= count) return undefined;
    }
    return { count, filled, phones, writtenAsPhones, unlikeIds };
  }

  /** Whether more than half of all cells are phones; empty cells count. */
  isMostlyPhones(index: number): boolean {
    const cells = this.judge(index);
    return cells !== undefined && cells.phones * 2 > cells.count;
  }

  hasPhone(index: number): boolean {
    return this.#rows.some((row) => this.#isPhone(row[index] ?? ''));
  }

  #isPhone(cell: string): boolean {
    const number = readPhoneCell(cell, this.#reading);
    return number !== undefined && isPossibleNumber(number);
  }
}
