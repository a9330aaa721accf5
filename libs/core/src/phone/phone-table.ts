import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { countryPlan, leadingCallingCode } from './calling-code.js';
import { type E164, e164 } from './e164.js';
import { withoutNationalPrefix } from './national-prefix.js';
import { hasNumber, type NumberingPlan } from './numbering-plan.js';

/** A number taken apart: the plan it belongs to and its digits within that plan. */
interface PlacedNumber {
  readonly plan: NumberingPlan;
  readonly national: string;
}

/**
 * Whether the numbering plan of its calling code has numbers of this length. It is libphonenumber's length test and not its
 * stricter pattern test, whose data lags behind newly opened ranges. A number without a known calling code is impossible.
 */
export function isPossibleNumber(number: E164): boolean {
  const placed = place(number.slice(1));
  if (placed === undefined) return false;
  if (placed === 'unsure') return askLibrary(number)?.isPossible() ?? false;
  return placed.plan.possibleLengths.has(placed.national.length);
}

/**
 * The number that these digits are, if they begin with a calling code and its numbering plan has such a number. It differs from
 * the digits where they contain a prefix that is dialled within the country alone (`44 020 ...`).
 */
export function validNumber(digits: string): E164 | undefined {
  const placed = place(digits);
  if (placed === undefined) return undefined;
  if (placed === 'unsure') {
    const parsed = askLibrary(`+${digits}`);
    return parsed?.isValid() ? e164(parsed.number) : undefined;
  }
  const { national, plan } = placed;
  return hasNumber(plan, national) ? e164(`+${plan.callingCode}${national}`) : undefined;
}

function place(digits: string): PlacedNumber | 'unsure' | undefined {
  const callingCode = leadingCallingCode(digits);
  if (callingCode === undefined) return undefined;
  const national = withoutNationalPrefix(
    digits.slice(callingCode.code.length),
    callingCode.main,
    callingCode,
  );
  if (national === undefined) return 'unsure';
  return { plan: countryPlan(callingCode, national) ?? callingCode.main, national };
}

function askLibrary(number: string): ReturnType<typeof parsePhoneNumberFromString> {
  return parsePhoneNumberFromString(number, { extract: false }, metadata);
}
