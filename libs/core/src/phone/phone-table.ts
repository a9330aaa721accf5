import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import type { E164 } from './e164.js';
import { compileNumberingPlan, type NumberingPlan } from './numbering-plan.js';

/** The plans that share a calling code. */
interface CallingCode {
  /** The plan by which a number is judged whose country cannot be told. */
  readonly main: NumberingPlan;
  readonly countries: readonly NumberingPlan[];
}

/** A number taken apart: the plan it belongs to and its digits within that plan. */
interface PlacedNumber {
  readonly plan: NumberingPlan;
  readonly national: string;
}

/**
 * Calling codes, compiled when first met: a batch of one country needs one of 230, and compiling them all takes longer than
 * checking a single number. It is state of the module only in so far as it remembers what follows from the metadata alone.
 */
const callingCodes = new Map<string, CallingCode>();

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
    // The library's own form is E.164, of a number that is valid.
    return parsed?.isValid() ? (parsed.number as string as E164) : undefined;
  }
  // A plus sign and the digits of a valid number: that is E.164.
  return belongs(placed.national, placed.plan) ? (`+${digits}` as E164) : undefined;
}

/** The calling code with which these digits begin, undefined when there is none. No calling code begins with another one. */
export function leadingCallingCode(digits: string): string | undefined {
  for (let length = 1; length <= 3; length += 1) {
    const candidate = digits.slice(0, length);
    if (candidate in metadata.country_calling_codes || candidate in metadata.nonGeographic) return candidate;
  }
  return undefined;
}

/** The plan by which numbers of a calling code are read before their country is known. */
export function mainPlan(callingCode: string): NumberingPlan {
  return plansOf(callingCode).main;
}

function plansOf(callingCode: string): CallingCode {
  const known = callingCodes.get(callingCode);
  if (known !== undefined) return known;
  const shared: readonly string[] = metadata.country_calling_codes[callingCode] ?? [];
  const compiled: CallingCode = {
    main: compileNumberingPlan(callingCode),
    countries: shared.map(compileNumberingPlan),
  };
  callingCodes.set(callingCode, compiled);
  return compiled;
}

function place(digits: string): PlacedNumber | 'unsure' | undefined {
  const callingCode = leadingCallingCode(digits);
  if (callingCode === undefined) return undefined;
  const { main, countries } = plansOf(callingCode);
  const national = digits.slice(callingCode.length);
  if (mayHaveNationalPrefix(national, main)) return 'unsure';
  return { plan: countryPlan(national, countries) ?? main, national };
}

/** Whether the library might take a prefix off these digits or rewrite them, which is left to it. */
function mayHaveNationalPrefix(national: string, { nationalPrefixPattern, pattern }: NumberingPlan): boolean {
  const match = nationalPrefixPattern?.exec(national);
  if (!match || match[0] === '') return false;
  const rewritten = match.slice(1).some((group) => group !== undefined);
  return rewritten || !pattern.test(national) || pattern.test(national.slice(match[0].length));
}

function countryPlan(national: string, countries: readonly NumberingPlan[]): NumberingPlan | undefined {
  if (countries.length === 1) return countries[0];
  return countries.find((plan) => plan.leadingDigits?.test(national) ?? belongs(national, plan));
}

function belongs(national: string, { kinds, pattern }: NumberingPlan): boolean {
  if (!pattern.test(national)) return false;
  return kinds.some((kind) => kind.lengths.has(national.length) && kind.pattern.test(national));
}

function askLibrary(number: string): ReturnType<typeof parsePhoneNumberFromString> {
  return parsePhoneNumberFromString(number, { extract: false }, metadata);
}
