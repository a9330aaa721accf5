import { type E164, e164 } from '../../model/e164.js';
import { leadingCallingCode } from './calling-code.js';
import { formerNumber } from './former-number.js';
import { isPossibleNumber, validNumber } from './phone-table.js';

/**
 * Takes out of a number the prefix that is dialled only within its country (`+49 0171 ...`), and converts a number from before a reform.
 * Every other number stays as it is, also one that cannot exist. Doing it again changes nothing.
 */
export function canonicalNumber(number: E164): E164 {
  const digits = number.slice(1);
  const callingCode = leadingCallingCode(digits);
  if (callingCode === undefined) return number;
  const { code, main } = callingCode;
  const national = digits.slice(code.length);
  // Hardly any number begins like its country's prefix. The others are done.
  if (!main.nationalPrefixPattern?.exec(national)?.[0]) return formerNumber(digits) ?? number;
  const valid = validNumber(digits) ?? formerNumber(digits);
  if (valid !== undefined) return valid;
  if (main.nationalPrefix !== '0' || !/^0[1-9]/.test(national)) return number;
  const without = e164(`+${code}${national.slice(1)}`);
  // Without the zero there may be more to correct, such as the area code of Antananarivo.
  return without !== undefined && isPossibleNumber(without) ? canonicalNumber(without) : number;
}
