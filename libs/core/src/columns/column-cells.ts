import type { CountryCode } from '../phone/country-code.js';
import { readPhoneCell } from '../phone/phone-cell.js';
import { isPossibleNumber } from '../phone/phone-table.js';
import type { Row } from '../tables/row.js';

/** How many cells of a column it is judged by. */
const JUDGED_CELLS = 100;

/** Digits and nothing else, as ids, order numbers and barcodes are written too. */
const BARE_DIGITS = /^\s*\d+(?:\.0)?\s*$/;

/** What the first cells of a column hold. */
export interface ColumnCells {
  readonly count: number;
  readonly filled: number;
  /** Numbers that can exist. */
  readonly phones: number;
  /** Those of them that are more than digits: with a plus sign, spaces, brackets, a label. */
  readonly writtenAsPhones: number;
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
    for (const row of this.#rows) {
      const cell = row[index] ?? '';
      if (cell.trim() === '') continue;
      filled += 1;
      if (this.#isPhone(cell)) {
        phones += 1;
        if (!BARE_DIGITS.test(cell)) writtenAsPhones += 1;
      } else if ((filled - phones) * 2 >= count) return undefined;
    }
    return { count, filled, phones, writtenAsPhones };
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
