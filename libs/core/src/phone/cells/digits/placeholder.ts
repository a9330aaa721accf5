import { leadingCallingCode } from '../../numbering/calling-code.js';
import { type CellRead, isNumber, UNREAD } from '../cell-read.js';

/** Fewer digits are alike or in their order in numbers of small countries, and in local numbers. */
const FEWEST_ALIKE = 7;
const FEWEST_COUNTING = 10;

/** Hardly any number ends like this, and needs a closer look. */
const MAY_BE_PLACEHOLDER = /(?:(\d)\1{5}|6789|7890)$/;

const ALIKE = /^(\d)\1*$/;
const COUNTING = '123456789012345';

/**
 * The number, unless its digits are all the same, or count from one as they are written: people fill fields with these. Where such digits
 * are somebody's number, as `044 444 44 44` is in Zurich, it is not known. A zero or a calling code in front of counting digits vouches
 * for them.
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
