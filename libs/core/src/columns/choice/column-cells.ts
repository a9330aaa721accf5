import { Turn } from '../../async/turn.js';
import type { E164 } from '../../model/identifiers.js';
import { type CellReading, writtenPhone } from '../../phone/cells/phone-cell.js';
import { hasPlus } from '../../phone/fold-to-ascii.js';
import { isUnmistakableMobile } from '../../phone/numbering/national-number.js';
import { isPossibleNumber } from '../../phone/numbering/phone-table.js';
import type { Row } from '../../tables/table-block.js';
import {
  hasPlusOrBracket,
  isBarcode,
  isBareDigits,
  isDialable,
  isUnlikeIds,
  mayBeUnixTime,
} from './cell-signs.js';

/** How many cells of a column are examined. */
const JUDGED_CELLS = 100;

/** Four digits, the fewest of any number. */
const FOUR_DIGITS = /\p{Nd}(?:\P{Nd}*\p{Nd}){3}/u;

/** The contents of a column's first cells. */
export interface ColumnCells {
  readonly count: number;
  readonly filled: number;
  /** Cells with as many digits as the shortest number has. */
  readonly withDigits: number;
  /** Cells with a number that can exist. */
  readonly phones: number;
  /** Other cells that look like phones, such as national numbers of an unknown country. */
  readonly unread: readonly string[];
  /** The number of unread cells, and of phones, that are digits alone. */
  readonly bareUnread: number;
  readonly barePhones: number;
  /** Phones with more than digits: a plus sign, spaces, brackets, a label. */
  readonly writtenAsPhones: number;
  /** Phones with a plus sign, a bracket or a leading zero, which ids with other signs seldom have. */
  readonly unlikeIds: number;
  /** Phones with a plus sign or with digits in brackets, which ids never have. */
  readonly surelyPhones: number;
  /** Phones with a plus sign. */
  readonly withPlus: number;
  /** Phones that are numbers of mobile lines, and can hardly be anything else. */
  readonly mobilePhones: number;
  /** Phones that are digits alone and may be Unix times too. */
  readonly mayBeTimes: number;
  /** Whether most of the numbers are digits alone. */
  readonly isBare: boolean;
  /** Most of the bare numbers have at least this many digits. */
  readonly usualDigits: number;
  /** The count of distinct numbers among the phones. */
  readonly differentPhones: number;
  /** Whether bare digits count up from row to row, like the numbers of rows and orders. */
  readonly isCounter: boolean;
  /** Whether bare digits go up or down from row to row. */
  readonly isSorted: boolean;
}

/** Judges the columns of some rows by their first cells. Cells that a short row lacks are empty. */
export class ColumnJudge {
  readonly #rows: readonly Row[];
  readonly #reading: CellReading;
  readonly #judged = new Map<number, ColumnCells>();
  /** The numbers in cells that were read ahead; undefined for a cell without a number. */
  readonly #numbers = new Map<string, E164 | undefined>();

  constructor(data: readonly Row[], reading: CellReading) {
    this.#rows = data.slice(0, JUDGED_CELLS);
    this.#reading = reading;
  }

  /**
   * Reads the cells of a column ahead, in short turns of the event loop. Without it, {@link judge} reads all at once: a hostile cell takes
   * a third of a millisecond, and the first cell of a country half of one, to compile its plan.
   */
  async readAhead(index: number): Promise<void> {
    if (this.#judged.has(index)) return;
    const turn = new Turn();
    for (const cell of this.cellsAt(index)) {
      if (turn.isLong) await turn.next();
      if (this.#numbers.has(cell) || !FOUR_DIGITS.test(cell)) continue;
      this.#numbers.set(cell, this.#numberIn(cell));
    }
  }

  judge(index: number): ColumnCells {
    const known = this.#judged.get(index);
    if (known !== undefined) return known;
    const cells = this.#judge(index);
    this.#judged.set(index, cells);
    return cells;
  }

  #judge(index: number): ColumnCells {
    const cells = this.cellsAt(index);
    const numbers = new Set<string>();
    const digits: number[] = [];
    const unread: string[] = [];
    let withDigits = 0;
    let phones = 0;
    let barePhones = 0;
    let bareUnread = 0;
    let unlikeIds = 0;
    let surelyPhones = 0;
    let withPlus = 0;
    let mobilePhones = 0;
    let mayBeTimes = 0;
    for (const cell of cells) {
      // Most columns of a wide file are words.
      if (!FOUR_DIGITS.test(cell)) continue;
      withDigits += 1;
      const isBare = isBareDigits(cell);
      if (isBare) digits.push(Number(cell));
      const number = this.#numbers.has(cell) ? this.#numbers.get(cell) : this.#numberIn(cell);
      if (number === undefined) {
        if (!isDialable(cell)) continue;
        unread.push(cell);
        if (isBare) bareUnread += 1;
        continue;
      }
      phones += 1;
      numbers.add(number);
      if (isUnmistakableMobile(number)) mobilePhones += 1;
      if (isBare && mayBeUnixTime(Number(cell))) mayBeTimes += 1;
      if (isBare) barePhones += 1;
      else if (isUnlikeIds(cell)) unlikeIds += 1;
      if (hasPlusOrBracket(cell)) surelyPhones += 1;
      if (hasPlus(cell)) withPlus += 1;
    }
    const isBare = digits.length * 2 > cells.length;
    const lengths = digits.map((value) => String(value).length).sort((a, b) => a - b);
    return {
      count: this.#rows.length,
      filled: cells.length,
      withDigits,
      phones,
      unread,
      bareUnread,
      barePhones,
      writtenAsPhones: phones - barePhones,
      unlikeIds,
      surelyPhones,
      withPlus,
      mobilePhones,
      mayBeTimes,
      isBare,
      usualDigits: lengths[Math.floor((lengths.length - 1) / 2)] ?? 0,
      differentPhones: numbers.size,
      isCounter: isBare && countsUp(digits),
      isSorted: isBare && isSorted(digits),
    };
  }

  /** The filled cells. */
  cellsAt(index: number): readonly string[] {
    return this.#rows.map((row) => row[index] ?? '').filter((cell) => cell.trim() !== '');
  }

  #numberIn(cell: string): E164 | undefined {
    if (isBarcode(cell)) return undefined;
    const number = writtenPhone(cell, this.#reading);
    // A plus sign marks a phone, even if no plan has the number.
    return number !== undefined && (cell.includes('+') || isPossibleNumber(number)) ? number : undefined;
  }
}

/** Fewer values than these may be in order by chance. */
const FEWEST_VALUES = 3;
const FEWEST_SORTED_VALUES = 5;

/** Ids with gaps, such as those of deleted orders, still take small steps. */
const SMALL_STEP = 9;

/** Whether values mostly go up or down by equal steps, or by small ones. */
function countsUp(values: readonly number[]): boolean {
  if (values.length < FEWEST_VALUES) return false;
  const steps = stepsOf(values);
  const counts = new Map<number, number>();
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
  counts.delete(0);
  const small = steps.filter((step) => step !== 0 && Math.abs(step) <= SMALL_STEP);
  return (
    Math.max(...counts.values()) * 2 > steps.length ||
    (small.length * 10 >= steps.length * 9 && goOneWay(small))
  );
}

/** Whether nearly every value is larger than the one before it, or nearly every one smaller. */
function isSorted(values: readonly number[]): boolean {
  return values.length >= FEWEST_SORTED_VALUES && goOneWay(stepsOf(values));
}

function goOneWay(steps: readonly number[]): boolean {
  const up = steps.filter((step) => step > 0).length;
  const down = steps.filter((step) => step < 0).length;
  return Math.max(up, down) * 10 >= steps.length * 9;
}

function stepsOf(values: readonly number[]): readonly number[] {
  return values.slice(1).map((value, index) => value - (values[index] ?? 0));
}
