import { headerMeaning, isPhoneHeader } from '../header-words.js';
import type { ColumnCells } from './column-cells.js';

/**
 * The reason why digits alone may be phones: the header matches the contract's words (`match`), the file has no header, or it is a list
 * with a single column, without a header or with one that does not mean phones. With an empty header (`no name`), or one that names people
 * or a list (`people`), only mobile numbers are phones. `none` without any such sign.
 */
export type Trust = 'match' | 'no header' | 'list' | 'list with header' | 'no name' | 'people' | 'none';

/** The evidence for phones in a column. */
export interface ShownPhones {
  /** The count of cells that are phones, by the header and by their form. */
  readonly count: number;
  /** Whether only cells with a plus sign are phones: the other digits are ids. */
  readonly areAmongIds: boolean;
}

/** The fewest digits that most of the numbers must have. Shorter numbers are more likely ids. */
const FEWEST_DIGITS: Readonly<Record<Trust, number>> = {
  list: 8, // a national number of a small country
  match: 9,
  'no header': 9,
  'list with header': 11, // a number with its calling code
  'no name': 9,
  people: 9,
  none: Number.POSITIVE_INFINITY,
};

/** Numbers of rows and orders have fewer digits than this. Longer ones that count up may be the phones of one firm. */
const FEWEST_DIGITS_OF_SERIES = 10;

/** After fewer texts than this, the first number may still follow. */
const FEWEST_TEXTS = 20;

/** In a column of times, at least this share of the phones are also times. */
const SHARE_OF_TIMES = 0.9;

/** Fewer numbers than this may be equal by chance. */
const FEWEST_REPEATED = 4;

/**
 * The phones of a column, by its header and by their form. Digits alone may be ids, so they count only below some headers: ids are often
 * valid numbers, and checking them would be charged.
 */
export function shownPhones(header: string, cells: ColumnCells, trust: Trust): ShownPhones {
  const meaning = headerMeaning(header);
  const all = { count: cells.phones, areAmongIds: false };
  if (meaning === 'phones') return all;
  // Words for a number other than the contract's often mean a document or a house.
  const isMatch = isPhoneHeader(header);
  if (meaning === 'number' && isMatch) return isShortCounter(cells) ? phonesAmongIds(cells) : all;
  if (meaning === 'number' && areLongNumbers(cells, 'match')) return all;
  if (isList(trust) && areLongNumbers(cells, trust)) return all;
  if (meaning === 'things') return phonesAmongIds(cells);
  // Below a header that matches by chance, a few numbers with signs prove nothing about the other digits.
  const mayBeWritten = !(isMatch && cells.isBare) && isWrittenAsPhones(cells);
  if (mayBeWritten && (trust === 'match' || areUnlikeIds(cells))) return all;
  if (areLongNumbers(cells, trust)) return all;
  return isMatch ? phonesAmongIds(cells) : { count: 0, areAmongIds: false };
}

/** Whether header and cells show that the digits are numbers of rows or things, even if no cell is read as a phone. */
export function areOtherNumbers(header: string, cells: ColumnCells): boolean {
  const meaning = headerMeaning(header);
  if (!cells.isBare || meaning === 'phones') return false;
  if (meaning === 'number' && areFilledUp(cells)) return true;
  return meaning === 'things' || isShortCounter(cells);
}

/** Whether the header is not about phones and so many cells hold texts without a number that no phone follows. */
export function areOtherTexts(header: string, { filled, withDigits }: ColumnCells): boolean {
  return filled >= FEWEST_TEXTS && withDigits === 0 && headerMeaning(header) !== 'phones';
}

/** Whether most unread cells begin with two zeros, as padded ids do. National numbers begin with one at most. */
function areFilledUp({ phones, unread }: ColumnCells): boolean {
  const filledUp = unread.filter((cell) => /^\s*00/.test(cell));
  return phones === 0 && filledUp.length * 2 > unread.length;
}

/** Whether most of the phones have other characters than digits. */
export function isWrittenAsPhones({ phones, writtenAsPhones }: ColumnCells): boolean {
  return writtenAsPhones * 2 > phones;
}

/** Whether a cell has a sign that ids never have, or most cells have a leading zero. */
function areUnlikeIds({ surelyPhones, unlikeIds, writtenAsPhones }: ColumnCells): boolean {
  return surelyPhones > 0 || unlikeIds * 2 > writtenAsPhones;
}

/**
 * The phones in a column where ids are expected. Some ids have a leading zero. Some have a part in brackets, so brackets count only if most
 * cells have such signs; then all cells with one are phones.
 */
function phonesAmongIds(cells: ColumnCells): ShownPhones {
  return areMostlySure(cells)
    ? { count: cells.surelyPhones, areAmongIds: false }
    : { count: cells.withPlus, areAmongIds: true };
}

/** Whether most filled cells have a sign of phones other than a leading zero. */
export function areMostlySure({ surelyPhones, filled }: ColumnCells): boolean {
  return surelyPhones * 2 > filled;
}

/** Whether many rows have the same few numbers, such as those of branches or of called persons. */
export function repeatsPhones({ differentPhones, phones }: ColumnCells): boolean {
  return phones >= FEWEST_REPEATED && differentPhones * 2 <= phones;
}

/** Whether digits alone are phones: nearly all are long, distinct numbers, not in order like ids, and not times. */
function areLongNumbers(cells: ColumnCells, trust: Trust): boolean {
  if (cells.usualDigits < FEWEST_DIGITS[trust] || repeatsPhones(cells)) return false;
  // A column of times is never named after people.
  if (trust !== 'people' && mayHoldTimes(cells)) return false;
  // A single list of phones may be sorted. In other files, sorted digits are more often ids.
  const isInOrder = isList(trust) ? isShortCounter(cells) : cells.isCounter || cells.isSorted;
  const needsMobile = trust === 'no name' || trust === 'people';
  if (needsMobile && cells.mobilePhones * 2 <= cells.phones) return false;
  return !isInOrder && cells.phones * 10 >= cells.filled * 9;
}

/** Whether digits count up and are too few for a phone. */
function isShortCounter({ isCounter, usualDigits }: ColumnCells): boolean {
  return isCounter && usualDigits < FEWEST_DIGITS_OF_SERIES;
}

function isList(trust: Trust): boolean {
  return trust === 'list' || trust === 'list with header';
}

/**
 * Whether a column may hold times: nearly all of its phones can be times. Phones usually include some that cannot, of networks with longer
 * numbers or other prefixes.
 */
function mayHoldTimes({ mayBeTimes, phones }: ColumnCells): boolean {
  return mayBeTimes > 0 && mayBeTimes >= phones * SHARE_OF_TIMES;
}
