import { leadingCallingCode } from './calling-code.js';
import { type E164, e164 } from './e164.js';
import { formerNumber } from './former-number.js';
import { isPossibleNumber, validNumber } from './phone-table.js';

/**
 * The number that is meant where its digits contain what is dialled within the country alone (`+49 0171 ...`), or what was dialled
 * before a reform; every other one as it stands, also those that cannot exist. Doing it again changes nothing.
 */
export function canonicalNumber(number: E164): E164 {
  const digits = number.slice(1);
  const callingCode = leadingCallingCode(digits);
  if (callingCode === undefined) return number;
  const { code, main } = callingCode;
  const national = digits.slice(code.length);
  // Hardly any number begins as its country's prefix does, and the rest need no second look.
  if (!main.nationalPrefixPattern?.exec(national)?.[0]) return formerNumber(digits) ?? number;
  const valid = validNumber(digits) ?? formerNumber(digits);
  if (valid !== undefined) return valid;
  if (main.nationalPrefix !== '0' || !/^0[1-9]/.test(national)) return number;
  const without = e164(`+${code}${national.slice(1)}`);
  // Without the zero the plan may have more to say: of a number of Antananarivo, its area code.
  return without !== undefined && isPossibleNumber(without) ? canonicalNumber(without) : number;
}
