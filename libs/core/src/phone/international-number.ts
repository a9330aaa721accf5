import { leadingCallingCode } from './calling-code.js';
import { canonicalNumber } from './canonical-number.js';
import { type E164, e164 } from './e164.js';
import { validNumber } from './phone-table.js';
import type { WrittenNumber } from './written-number.js';

/** Why digits after a plus sign are not a number in E.164. */
export type ShapeFault = 'leading_zero' | 'too_few_digits' | 'too_many_digits' | 'unclear_zero';

/**
 * The number of a writing that begins with a calling code, in its canonical form. Its shape decides, not whether such a number can
 * exist.
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
 * The digits of a number without the bracketed zero of `+44 (0)20 ...`, which is dialled within the country alone. Undefined when
 * it cannot be told whether that zero belongs to the number: in Italy it may, elsewhere it does only behind the calling code.
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
