import { leadingCallingCode } from '../../numbering/calling-code.js';
import { type CellRead, isNumber, UNREAD } from '../cell-read.js';

/** Numbers of small countries and local numbers may have fewer digits that are alike or in order. */
const FEWEST_ALIKE = 7;
const FEWEST_COUNTING = 10;

/** Few numbers end like this. Only these are examined more closely. */
const MAY_BE_PLACEHOLDER = /(?:(\d)\1{5}|6789|7890)$/;

const ALIKE = /^(\d)\1*$/;
const COUNTING = '123456789012345';

/**
 * The number, unless its written digits are all the same, or count from one: people fill fields with these. Such digits may be a real
 * number, like `044 444 44 44` in Zurich, but they are not read. A zero or a calling code in front of counting digits confirms a
 * number.
 */
export function unlessPlaceholder(read: CellRead, written: string): CellRead {
  if (!isNumber(read) || !MAY_BE_PLACEHOLDER.test(read)) return read;
  const digits = read.slice(1);
  const national = digits.slice(leadingCallingCode(digits)?.code.length);
  return isAlike(national) || isAlike(written) || isCounting(written) ? UNREAD.placeholder : read;
}

function isAlike(digits: string): boolean {
  return digits.length >= FEWEST_ALIKE && ALIKE.test(digits);
}

function isCounting(digits: string): boolean {
  return digits.length >= FEWEST_COUNTING && COUNTING.startsWith(digits);
}
