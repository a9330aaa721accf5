import { internationalNumber } from '../international-number.js';
import type { CountryCode } from '../numbering/country-code.js';
import { nationalNumber } from '../numbering/national-number.js';
import { isPossibleNumber, validNumber } from '../numbering/phone-table.js';
import type { WrittenNumber } from '../written-number.js';
import { type CellRead, UNREAD, UNREAD_SHAPES } from './cell-read.js';

/** Digits beyond `00`: prefixes for calls abroad have at most five (`00700` in Korea). */
const LONGER_BY = [1, 2, 3];

/** Ids that are padded to the same length begin with zeros too: `0010045678`. */
const DIGITS_ALONE = /^\d+$/;

/**
 * Reads the number after a `00`, which stands for a plus sign in most countries and begins a longer prefix in some (`0011` in Australia,
 * `001` in Singapore). None if both give a number, or if only the prefix of a country other than the given one does. None as well for
 * digits alone that are not a possible number.
 */
export function numberBehindDoubleZero(
  writing: WrittenNumber,
  defaultCountry: CountryCode | undefined,
): CellRead {
  const { digits, trunkZeroAt } = writing;
  const result = internationalNumber(writing);
  const international = 'number' in result ? result.number : undefined;
  const isValid = international !== undefined && validNumber(international.slice(1)) !== undefined;
  const dialled =
    defaultCountry && trunkZeroAt === 0 ? nationalNumber(`00${digits}`, defaultCountry) : undefined;
  if (dialled !== undefined) return isValid && dialled !== international ? UNREAD.unclear : dialled;
  if (isValid) return international;
  const isPadded =
    DIGITS_ALONE.test(writing.text) && international !== undefined && !isPossibleNumber(international);
  if (isPadded) return UNREAD.impossible;
  const mayBeLonger = LONGER_BY.some((length) => validNumber(digits.slice(length)) !== undefined);
  if (mayBeLonger) return defaultCountry === undefined ? UNREAD.no_country : UNREAD.unclear;
  return 'number' in result ? result.number : UNREAD_SHAPES[result.fault];
}
