import type { CountryCode } from '../phone/country-code.js';
import { readPhoneCell } from '../phone/phone-cell.js';
import { isPossibleNumber } from '../phone/phone-table.js';
import type { Row } from '../tables/row.js';

/** How many cells of a column it is judged by. */
const JUDGED_CELLS = 100;

/** Digits and nothing else, as ids, order numbers and barcodes are written too. */
const BARE_DIGITS = /^\s*\d+(?:\.0)?\s*$/;

/** A plus sign, brackets or a leading zero: ids that have dashes or spaces have none of them, such as `2026-00123`, `552 100 554`. */
const PHONE_SIGN = /[+＋(（]|^\P{Nd}*[0０٠۰०]/u;

/** What the first cells of a column hold. */
export interface ColumnCells {
  readonly count: number;
  readonly filled: number;
  /** Numbers that can exist. */
  readonly phones: number;
  /** Those of them that are more than digits: with a plus sign, spaces, brackets, a label. */
  readonly writtenAsPhones: number;
  /** Those of them that no id looks like. */
  readonly unlikeIds: number;
}

/** The columns of these rows, judged by their first cells; the ones that a short row lacks are empty. */
export class ColumnJudge {
  readonly #rows: readonly Row[];
  readonly #defaultCountry: CountryCode | undefined;

  constructor(data: readonly Row[], defaultCountry: CountryCode | undefined) {
    this.#rows = data.slice(0, JUDGED_CELLS);
    this.#defaultCountry = defaultCountry;
  }

  /** Undefined, without a look at the rest, once half of the cells are something else than phones. */
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

  /** Whether more than half of the cells are phones, the empty ones counted. */
  isMostlyPhones(index: number): boolean {
    const cells = this.judge(index);
    return cells !== undefined && cells.phones * 2 > cells.count;
  }

  hasPhone(index: number): boolean {
    return this.#rows.some((row) => this.#isPhone(row[index] ?? ''));
  }

  #isPhone(cell: string): boolean {
    const number = readPhoneCell(cell, this.#defaultCountry);
    return number !== undefined && isPossibleNumber(number);
  }
}
