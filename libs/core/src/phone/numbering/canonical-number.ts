import { type E164, e164 } from '../../model/e164.js';
import { type CallingCode, leadingCallingCode } from './calling-code.js';
import { formerNumber } from './former-number.js';
import { isPossibleNumber, validNumber } from './phone-table.js';

/**
 * Removes the prefix that is dialled only within the country from a number (`+49 0171 ...`, `+8 910 ...`), and converts a number from before
 * a reform.
 * Every other number stays as it is, also one that cannot exist. Doing it again changes nothing.
 */
export function canonicalNumber(number: E164): E164 {
  const digits = number.slice(1);
  const callingCode = leadingCallingCode(digits);
  if (callingCode === undefined) return behindTrunkEight(digits) ?? number;
  const { code, main } = callingCode;
  const national = digits.slice(code.length);
  // Hardly any number begins like its country's prefix. The others are done.
  if (!main.nationalPrefixPattern?.exec(national)?.[0]) {
    return formerNumber(digits) ?? withoutFormerZero(number, callingCode) ?? number;
  }
  const valid = validNumber(digits) ?? formerNumber(digits);
  if (valid !== undefined) return valid;
  if (main.nationalPrefix !== '0' || !/^0[1-9]/.test(national)) return number;
  const without = e164(`+${code}${national.slice(1)}`);
  // Without the zero there may be more to correct, such as the area code of Antananarivo.
  return without !== undefined && isPossibleNumber(without) ? canonicalNumber(without) : number;
}

/** The number of +7, given with the 8 that is dialled before it within the country. Most of these begin like no calling code. */
export function behindTrunkEight(digits: string): E164 | undefined {
  return /^8\d{10}$/.test(digits) ? validNumber(`7${digits.slice(1)}`) : undefined;
}

/**
 * Removes a trunk zero that is no longer dialled, as in `+351 0 21 ...`, or that people add by habit although it never existed. Undefined
 * if the rest is not a number. Undefined also in plans with numbers that begin with a zero, unless none of these is as long.
 */
function withoutFormerZero(number: E164, { code, countries, main }: CallingCode): E164 | undefined {
  if (number[1 + code.length] !== '0') return undefined;
  const mayBePart = [main, ...countries].some((plan) => plan.mayBeginWithZero);
  if (mayBePart && isPossibleNumber(number)) return undefined;
  return validNumber(code + number.slice(2 + code.length));
}
