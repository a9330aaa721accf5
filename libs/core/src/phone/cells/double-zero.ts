import type { E164 } from '../../model/e164.js';
import { internationalNumber } from '../international-number.js';
import type { CountryCode } from '../numbering/country-code.js';
import { nationalNumber } from '../numbering/national-number.js';
import { isPossibleNumber, validNumber } from '../numbering/phone-table.js';
import type { WrittenNumber } from '../written-number.js';

/** Digits beyond `00`: prefixes for calls abroad have at most five (`00700` in Korea). */
const LONGER_BY = [1, 2, 3];

/** Ids that are filled up to the same length begin with zeros too: `0010045678`. */
const DIGITS_ALONE = /^\d+$/;

/**
 * Reads the number behind a `00`, which stands for a plus sign in most countries and begins a longer prefix in some (`0011` in
 * Australia, `001` in Singapore). Undefined if both give a number, or if only the prefix of a country that was not given does.
 * Undefined as well for digits alone that are no possible number.
 */
export function numberBehindDoubleZero(
  writing: WrittenNumber,
  defaultCountry: CountryCode | undefined,
): E164 | undefined {
  const { digits, trunkZeroAt } = writing;
  const result = internationalNumber(writing);
  const international = 'number' in result ? result.number : undefined;
  const isValid = international !== undefined && validNumber(international.slice(1)) !== undefined;
  const dialled =
    defaultCountry && trunkZeroAt === 0 ? nationalNumber(`00${digits}`, defaultCountry) : undefined;
  if (dialled !== undefined && dialled !== international) return isValid ? undefined : dialled;
  if (isValid || dialled !== undefined) return international;
  const isPadded =
    DIGITS_ALONE.test(writing.text) && international !== undefined && !isPossibleNumber(international);
  if (isPadded) return undefined;
  const mayBeLonger = LONGER_BY.some((length) => validNumber(digits.slice(length)) !== undefined);
  return mayBeLonger ? undefined : international;
}
