import metadata from 'libphonenumber-js/max/metadata';
import type { CountryCode } from './country-code.js';
import { compileNumberingPlan, hasNumber, type NumberingPlan } from './numbering-plan.js';

/** A country calling code with the plans that share it. */
export interface CallingCode {
  readonly code: string;
  /** The plan that is used until the country of a number is known, and if it stays unknown. */
  readonly main: NumberingPlan;
  readonly countries: readonly NumberingPlan[];
}

/**
 * Calling codes by the first three digits of a number; null if there is none. Three digits are enough, since no code is longer and none
 * begins with another one. Each is compiled when first needed: a list of one country needs one of 230. It is only a cache, since everything
 * in it follows from the metadata.
 */
const byFirstDigits: (CallingCode | null)[] = [];
/** Calling codes by their digits, for texts with fewer than three: compiling one again costs more than reading a cell. */
const compiled = new Map<string, CallingCode>();

const DIGIT_0 = 48;

/** The calling code that these digits begin with, if any. */
export function leadingCallingCode(digits: string): CallingCode | undefined {
  // NaN for fewer than three digits, which finds nothing.
  const firstDigits =
    100 * digits.charCodeAt(0) + 10 * digits.charCodeAt(1) + digits.charCodeAt(2) - 111 * DIGIT_0;
  const known = byFirstDigits[firstDigits];
  if (known !== undefined) return known ?? undefined;
  const found = findCallingCode(digits);
  if (digits.length >= 3) byFirstDigits[firstDigits] = found ?? null;
  return found;
}

/** The countries of a calling code, the largest one first. Empty for a code of no country. */
export function countriesOf(code: string): readonly CountryCode[] {
  return metadata.country_calling_codes[code] ?? [];
}

/** The plan of the country that a number of this calling code belongs to. Undefined if that is unclear. */
export function countryPlan({ countries }: CallingCode, national: string): NumberingPlan | undefined {
  if (countries.length === 1) return countries[0];
  return countries.find((plan) => plan.leadingDigits?.test(national) ?? hasNumber(plan, national));
}

/**
 * Removes the prefix that is dialled before a number within its country, as libphonenumber does. Undefined if that would rewrite the number
 * (an Argentine `15`, a Brazilian carrier code), which is left to the library.
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
  // If the digits are a number only as a whole, they begin like the prefix by chance.
  if (plan.pattern.test(digits) && !plan.pattern.test(without)) return digits;
  const { maxLength, possibleLengths } = countryPlan(callingCode, without) ?? plan;
  return possibleLengths.has(without.length) || without.length > maxLength ? without : digits;
}

function findCallingCode(digits: string): CallingCode | undefined {
  for (let length = 1; length <= 3; length += 1) {
    const code = digits.slice(0, length);
    if (Object.hasOwn(metadata.country_calling_codes, code) || Object.hasOwn(metadata.nonGeographic, code)) {
      return compileCallingCode(code);
    }
  }
  return undefined;
}

function compileCallingCode(code: string): CallingCode {
  const known = compiled.get(code);
  if (known !== undefined) return known;
  const countries: readonly string[] = metadata.country_calling_codes[code] ?? [];
  const callingCode: CallingCode = {
    code,
    main: compileNumberingPlan(code),
    countries: countries.map(compileNumberingPlan),
  };
  compiled.set(code, callingCode);
  return callingCode;
}
