import { nextTurn } from '../../async/turn.js';
import type { CellReading } from '../../phone/cells/phone-cell.js';
import type { Row } from '../../tables/table-block.js';
import { dataColumns, widthOf } from '../found-column.js';
import {
  type HeaderMeaning,
  headerMeaning,
  isFaxHeader,
  isListHeader,
  isOfOtherPeople,
  isPhoneHeader,
} from '../header-words.js';
import { isUnlikeIds } from './cell-signs.js';
import { type ColumnCells, ColumnJudge } from './column-cells.js';
import {
  areMostlySure,
  areOtherNumbers,
  areOtherTexts,
  isWrittenAsPhones,
  repeatsPhones,
  type ShownPhones,
  shownPhones,
  type Trust,
} from './shown-phones.js';

/** Below an unclear header, fewer phones than this may be chance, and do not replace the first column. */
const FEWEST_PHONES = 3;

/** Counts the cells that support a column as the phone column. */
type Count = (cells: ColumnCells, meaning: HeaderMeaning, header: string, index: number) => number;

/** Judges the columns of a file against each other. */
export class ColumnChoice {
  readonly width: number;
  /** Whether there is a row of data. */
  readonly hasRows: boolean;
  readonly #header: Row;
  readonly #hasCountry: boolean;
  /** The columns in which the first row has a phone, so that this row is data. */
  readonly #data: ReadonlySet<number>;
  readonly #belowHeader: ColumnJudge;
  readonly #allRows: ColumnJudge;

  /** Asynchronous, since a header of a thousand cells takes many turns of the event loop. */
  static async of(rows: readonly Row[], reading: CellReading): Promise<ColumnChoice> {
    return new ColumnChoice(rows, reading, await dataColumns(rows, reading));
  }

  private constructor(rows: readonly Row[], reading: CellReading, data: ReadonlySet<number>) {
    this.width = widthOf(rows);
    this.#header = rows[0] ?? [];
    this.#hasCountry = reading.defaultCountry !== undefined;
    this.#data = data;
    this.hasRows = rows.length > 1 || this.#data.size > 0;
    this.#belowHeader = new ColumnJudge(rows.slice(1), reading);
    this.#allRows = new ColumnJudge(rows, reading);
  }

  /** Whether the first row has a phone in this column, so that this row is data. */
  isData(index: number): boolean {
    return this.#data.has(index);
  }

  /** The header of a column; empty if the first row is data. */
  headerAt(index: number): string {
    return this.isData(index) ? '' : (this.#header[index] ?? '');
  }

  cellsAt(index: number): ColumnCells {
    return this.#judgeOf(index).judge(index);
  }

  /** Judges a column in advance for {@link cellsAt} and the other methods, without blocking the event loop for long. */
  async readAhead(index: number): Promise<void> {
    await this.#judgeOf(index).readAhead(index);
  }

  /** The filled cells that look like national numbers; none if a country is known. */
  nationalAt(index: number): readonly string[] {
    return this.#hasCountry ? [] : this.cellsAt(index).unread.filter(isUnlikeIds);
  }

  isMostlyPhones(index: number): boolean {
    const { count, phones } = this.cellsAt(index);
    return phones * 2 > count;
  }

  /** The number of cells that count as phones. */
  shownAt(index: number): number {
    return this.#shownPhonesAt(index).count;
  }

  /**
   * Whether a column more likely holds ids, so that only cells with a plus sign are phones. A header that matches by chance indicates ids
   * if some cells hold digits.
   */
  holdsIds(index: number): boolean {
    const { areAmongIds, count } = this.#shownPhonesAt(index);
    const isOfThings = headerMeaning(this.headerAt(index)) === 'things';
    return areAmongIds && (isOfThings || count > 0 || this.cellsAt(index).unread.length > 0);
  }

  /** Whether the cells without signs of phones are other numbers, or so many texts without a number that no phone follows. */
  hasOthers(index: number): boolean {
    const cells = this.cellsAt(index);
    const header = this.headerAt(index);
    return cells.phones > 0 || areOtherNumbers(header, cells) || areOtherTexts(header, cells);
  }

  /** Whether most cells have a plus sign or digits in brackets. */
  isMostlySure(index: number): boolean {
    return areMostlySure(this.cellsAt(index));
  }

  /** Whether the numbers may be ids: neither the header, nor a plus sign, nor a bracket marks them as phones. */
  mayBeIds(index: number): boolean {
    return headerMeaning(this.headerAt(index)) !== 'phones' && this.cellsAt(index).surelyPhones === 0;
  }

  /** Among columns with matching headers, the one that most likely means phones, or the leftmost if none shows any. */
  async ofMatches(indexes: readonly number[]): Promise<number | undefined> {
    if (indexes.length < 2) return indexes[0];
    const phones: Count = (cells, meaning, header) => {
      const isSure = meaning === 'phones' || meaning === 'number' || isWrittenAsPhones(cells);
      return isSure ? shownPhones(header, cells, 'match').count : 0;
    };
    return (
      (await this.#best(indexes, phones)) ??
      (await this.#best(indexes, dialableBelowPhones)) ??
      // Prefer an empty column named after phones to numbers of stores or orders: the phones may begin far down.
      indexes.find((index) => this.#isEmptyBelowPhones(index)) ??
      (await this.#best(indexes, (cells, _, header) => shownPhones(header, cells, 'match').count)) ??
      indexes[0]
    );
  }

  /** Among columns without a matching header, the best one whose header names phones, otherwise the best one whose cells do. */
  async ofOthers(indexes: readonly number[]): Promise<number | undefined> {
    const named = indexes.filter((index) => headerMeaning(this.headerAt(index)) === 'phones');
    return (
      (await this.#best(named, ({ phones }) => phones)) ??
      (await this.#best(named, dialableBelowPhones)) ??
      (await this.#best(indexes, (cells, _, header, index) => {
        const phones = shownPhones(header, cells, this.#trustOfOther(index)).count;
        return phones >= FEWEST_PHONES ? phones : 0;
      })) ??
      // The examined rows are empty in this column, but its header names phones.
      named.find((index) => this.#isEmptyBelowPhones(index))
    );
  }

  #isEmptyBelowPhones(index: number): boolean {
    const header = this.headerAt(index);
    return headerMeaning(header) === 'phones' && !isFaxHeader(header) && this.cellsAt(index).filled === 0;
  }

  #best(indexes: readonly number[], count: Count): Promise<number | undefined> {
    return bestColumn(indexes, async (index): Promise<Candidate | undefined> => {
      await this.readAhead(index);
      const header = this.headerAt(index);
      const cells = this.cellsAt(index);
      const phones = count(cells, headerMeaning(header), header, index);
      if (phones === 0) return undefined;
      const rank = isFaxHeader(header) || isOfOtherPeople(header) ? 2 : repeatsPhones(cells) ? 1 : 0;
      return { index, count: cells.count, filled: cells.filled, phones, rank };
    });
  }

  #shownPhonesAt(index: number): ShownPhones {
    return shownPhones(this.headerAt(index), this.cellsAt(index), this.#trustAt(index));
  }

  #trustAt(index: number): Trust {
    const header = this.headerAt(index);
    const isMatch = isPhoneHeader(header);
    if (this.width > 1 && isMatch) return 'match';
    if (this.width > 1) return this.isData(index) ? 'no header' : 'none';
    if (this.#hasCountry && isListHeader(header)) return 'people';
    const isForOtherNumbers = !isMatch || headerMeaning(header) === 'things';
    return isForOtherNumbers && !this.isData(index) ? 'list with header' : 'list';
  }

  /**
   * The trust in a column without a matching header. A later column needs more evidence than the first one, which is the contract's
   * default.
   */
  #trustOfOther(index: number): Trust {
    if (this.width === 1) return this.#trustAt(index);
    const isEmpty = this.isData(index) || (this.#hasCountry && this.headerAt(index).trim() === '');
    return isEmpty ? 'no name' : 'none';
  }

  #judgeOf(index: number): ColumnJudge {
    return this.isData(index) ? this.#allRows : this.#belowHeader;
  }
}

/** Counts cells that people could dial, if the header names phones: national numbers cannot be read without their country. */
function dialableBelowPhones(cells: ColumnCells, meaning: HeaderMeaning, header: string): number {
  return meaning === 'phones' && !isFaxHeader(header) ? cells.phones + cells.unread.length : 0;
}

/** A column that may be the phone column. */
interface Candidate {
  readonly index: number;
  readonly count: number;
  readonly filled: number;
  /** The count of its cells that are phones. */
  readonly phones: number;
  /** 0 for a first choice. Among equally full columns, the lowest rank wins. */
  readonly rank: number;
}

/**
 * Finds the leftmost column that is mostly phones. If there is none, since many rows are empty, it finds the leftmost column whose
 * filled cells are mostly phones. That column needs at least half as many phones as the fullest one, so that two numbers of
 * assistants do not win over fifty of customers. Returns undefined if no column qualifies.
 */
async function bestColumn(
  indexes: readonly number[],
  candidateAt: (index: number) => Promise<Candidate | undefined>,
): Promise<number | undefined> {
  const full: Candidate[] = [];
  const sparse: Candidate[] = [];
  for (const index of indexes) {
    // A wide file may have a thousand columns.
    await nextTurn();
    const candidate = await candidateAt(index);
    if (candidate === undefined) continue;
    const { count, filled, phones, rank } = candidate;
    if (phones * 2 > count) {
      if (rank === 0) return index;
      full.push(candidate);
    } else if (phones * 2 > filled) sparse.push(candidate);
  }
  const most = Math.max(0, ...sparse.map(({ phones }) => phones));
  const rivals = full.length > 0 ? full : sparse.filter(({ phones }) => phones * 2 >= most);
  const lowest = Math.min(...rivals.map(({ rank }) => rank));
  return rivals.find(({ rank }) => rank === lowest)?.index;
}
