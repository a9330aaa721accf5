import type { ColumnCells } from './column-cells.js';
import { headerMeaning } from './header-words.js';

/**
 * Why digits alone may be phones: the header matches the contract's words, the file has no header or no other column. `none` if nothing
 * says so.
 */
export type Trust = 'match' | 'no header' | 'only column' | 'none';

/** A national number of a large country has as many digits; most ids have fewer. */
const FEWEST_DIGITS = 9;
/** Where there is no other column, numbers of small countries count too. */
const FEWEST_DIGITS_OF_ONLY_COLUMN = 8;

/** Fewer numbers may be the same by chance. */
const FEWEST_REPEATED = 4;

/**
 * How many cells of a column are phones by what its header says and by how they are written. Digits alone may be ids, and below other
 * headers they show nothing: they are valid numbers often enough, and checking them would be charged.
 */
export function shownPhones(header: string, cells: ColumnCells, trust: Trust): number {
  const meaning = headerMeaning(header);
  if (meaning === 'phones') return cells.phones;
  if (meaning === 'number') return cells.isCounter && !isLong(cells, trust) ? cells.unlikeIds : cells.phones;
  if (trust === 'only column' && areLongNumbers(cells, trust)) return cells.phones;
  if (meaning === 'things') return cells.unlikeIds;
  if (isWrittenAsPhones(cells) && (trust === 'match' || cells.unlikeIds > 0)) return cells.phones;
  return areLongNumbers(cells, trust) ? cells.phones : 0;
}

/** Whether most of the phones have more than digits. */
export function isWrittenAsPhones({ phones, writtenAsPhones }: ColumnCells): boolean {
  return writtenAsPhones * 2 > phones;
}

/** Whether many rows have the same few numbers, such as those of branches or of whom people called. */
export function repeatsPhones({ differentPhones, phones }: ColumnCells): boolean {
  return phones >= FEWEST_REPEATED && differentPhones * 2 <= phones;
}

/** Whether digits are phones by themselves: nearly all are long numbers, different, and in no order as ids are. */
function areLongNumbers(cells: ColumnCells, trust: Trust): boolean {
  if (trust === 'none' || cells.isCounter || repeatsPhones(cells)) return false;
  // Lists of phones are sorted too, but then ids that go up would be read in many other files.
  if (trust !== 'only column' && cells.isSorted) return false;
  return isLong(cells, trust) && cells.phones * 10 >= cells.filled * 9;
}

function isLong({ usualDigits }: ColumnCells, trust: Trust): boolean {
  return usualDigits >= (trust === 'only column' ? FEWEST_DIGITS_OF_ONLY_COLUMN : FEWEST_DIGITS);
}
