import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { type E164, e164 } from '../../model/identifiers.js';
import { countryPlan, leadingCallingCode, withoutNationalPrefix } from './calling-code.js';
import { hasNonMobileNumber, hasNumber, hasOrdinaryNumber, type NumberingPlan } from './numbering-plan.js';

/** The plan that a number belongs to, and its digits in that plan. */
interface PlacedNumber {
  readonly plan: NumberingPlan;
  readonly national: string;
}

const MOBILE_TYPES = new Set<string | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
const ORDINARY_TYPES = new Set<string | undefined>(['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

/**
 * Whether the numbering plan of a number's calling code has numbers of this length. This is libphonenumber's length test, not its
 * stricter pattern test, whose data lags behind new ranges. A number without a known calling code is impossible.
 */
export function isPossibleNumber(number: E164): boolean {
  const placed = place(number.slice(1));
  if (placed === undefined) return false;
  if (placed === 'unsure') return askLibrary(number)?.isPossible() ?? false;
  return placed.plan.possibleLengths.has(placed.national.length);
}

/**
 * Whether a number is of another kind than mobile by its numbering plan: fixed, over the internet, toll-free. A mobile network cannot tell
 * whether such a line is in service. False if the plan does not distinguish fixed and mobile lines, as for most numbers of North America.
 */
export function isNonMobileNumber(number: E164): boolean {
  const placed = place(number.slice(1));
  if (placed === undefined) return false;
  if (placed === 'unsure') {
    const type = askLibrary(number)?.getType();
    return type !== undefined && !MOBILE_TYPES.has(type);
  }
  return hasNonMobileNumber(placed.plan, placed.national);
}

/** Whether the plan of a number's calling code has numbers, but none of this length. */
export function hasWrongLength(number: E164): boolean {
  return !isPossibleNumber(number) && leadingCallingCode(number.slice(1)) !== undefined;
}

/**
 * The number of these digits, if they begin with a calling code and its numbering plan has such a number. A prefix that is dialled
 * only within the country is left out (`44 020 ...`).
 */
export function validNumber(digits: string): E164 | undefined {
  const placed = place(digits);
  if (placed === undefined) return undefined;
  if (placed === 'unsure') {
    const parsed = validParsed(digits);
    return parsed && e164(parsed.number);
  }
  const { national, plan } = placed;
  return hasNumber(plan, national) ? e164(`+${plan.callingCode}${national}`) : undefined;
}

/** As {@link validNumber}, but only for mobile and fixed lines of countries: bare digits are hardly ever toll-free numbers abroad. */
export function validOrdinaryNumber(digits: string): E164 | undefined {
  const placed = place(digits);
  if (placed === undefined) return undefined;
  if (placed === 'unsure') {
    const parsed = validParsed(digits);
    return parsed !== undefined && ORDINARY_TYPES.has(parsed.getType()) ? e164(parsed.number) : undefined;
  }
  const { national, plan } = placed;
  if (!hasOrdinaryNumber(plan, national) || isNonGeographic(plan)) return undefined;
  return e164(`+${plan.callingCode}${national}`);
}

/** Whether a plan belongs to no country, as that of satellite phones. */
function isNonGeographic({ callingCode }: NumberingPlan): boolean {
  return Object.hasOwn(metadata.nonGeographic, callingCode);
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

/**
 * The number that the library parses, if it is valid and has no other digits than those written. The library knows numbers of a few
 * countries without their area code, such as `+672 21555` of Norfolk Island, and completes them.
 */
function validParsed(digits: string): ReturnType<typeof askLibrary> {
  const parsed = askLibrary(`+${digits}`);
  return parsed?.isValid() && parsed.number.length <= digits.length + 1 ? parsed : undefined;
}

function askLibrary(number: string): ReturnType<typeof parsePhoneNumberFromString> {
  return parsePhoneNumberFromString(number, { extract: false }, metadata);
}
