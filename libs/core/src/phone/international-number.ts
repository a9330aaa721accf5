import { type E164, e164 } from '../model/e164.js';
import { leadingCallingCode } from './numbering/calling-code.js';
import { canonicalNumber } from './numbering/canonical-number.js';
import { validNumber } from './numbering/phone-table.js';
import type { WrittenNumber } from './written-number.js';

/** Why digits after a plus sign are not a number in E.164. */
export type ShapeFault = 'leading_zero' | 'too_few_digits' | 'too_many_digits' | 'unclear_zero';

/**
 * Reads a number with its calling code, and makes it canonical. The shape decides, not whether such a number can exist.
 */
export function internationalNumber(writing: WrittenNumber): { number: E164 } | { fault: ShapeFault } {
  const digits = withoutTrunkZero(writing);
  if (digits === undefined) return { fault: 'unclear_zero' };
  if (digits.startsWith('0')) return { fault: 'leading_zero' };
  const number = e164(`+${digits}`);
  if (number !== undefined) return { number: canonicalNumber(number) };
  return { fault: digits.length < 7 ? 'too_few_digits' : 'too_many_digits' };
}

/**
 * The digits without the bracketed zero of `+44 (0)20 ...`, which is dialled only within the country. Undefined if the zero may be part
 * of the number: in Italy, or if it does not follow the calling code.
 */
export function withoutTrunkZero({ digits, trunkZeroAt }: WrittenNumber): string | undefined {
  if (trunkZeroAt === 0) return digits;
  const callingCode = leadingCallingCode(digits);
  if (callingCode?.code.length !== trunkZeroAt) return undefined;
  const without = callingCode.code + digits.slice(trunkZeroAt + 1);
  if (callingCode.main.nationalPrefix === '0') return without;
  const isPart = validNumber(digits) === `+${digits}`;
  if (isPart && validNumber(without) !== undefined) return undefined;
  return isPart ? digits : without;
}
