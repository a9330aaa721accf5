import { type CallingCode, countryPlan } from './calling-code.js';
import type { NumberingPlan } from './numbering-plan.js';

/**
 * A number without what is dialled in front of it within its country, as libphonenumber takes it off. Undefined where it would
 * rewrite the number (an Argentine `15`, a Brazilian carrier code): that is left to the library.
 */
export function withoutNationalPrefix(
  digits: string,
  plan: NumberingPlan,
  callingCode: CallingCode,
): string | undefined {
  const match = plan.nationalPrefixPattern?.exec(digits);
  if (!match || match[0] === '') return digits;
  if (match.length > 1 && match.slice(1).some((group) => group !== undefined)) return undefined;
  const without = digits.slice(match[0].length);
  // A number that is one only as it stands begins with these digits by chance.
  if (plan.pattern.test(digits) && !plan.pattern.test(without)) return digits;
  const { maxLength, possibleLengths } = countryPlan(callingCode, without) ?? plan;
  return possibleLengths.has(without.length) || without.length > maxLength ? without : digits;
}
