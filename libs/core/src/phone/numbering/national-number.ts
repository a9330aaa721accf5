import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { type E164, e164 } from '../../model/identifiers.js';
import { type CallingCode, countryPlan, leadingCallingCode, withoutNationalPrefix } from './calling-code.js';
import type { CountryCode } from './country-code.js';
import { compileNumberingPlan, hasNumber, isOfKind, type NumberingPlan } from './numbering-plan.js';

/** Ids with this many digits are rarely numbers of one country by chance. */
const FEWEST_BY_CHANCE = 10;

interface Country {
  readonly plan: NumberingPlan;
  readonly callingCode: CallingCode;
  /** Whether a leading zero may be more than the trunk prefix that is dialled before every number. */
  readonly rewritesZero: boolean;
}

/** A cache of countries, each compiled when first needed. It follows from the metadata alone. */
const countries = new Map<CountryCode, Country>();

/** The number that these digits reach when dialled within `country`, if its numbering plan has such a number. */
export function nationalNumber(digits: string, country: CountryCode): E164 | undefined {
  const { callingCode, plan } = countryOf(country);
  const national = withoutNationalPrefix(digits, plan, callingCode);
  if (national === undefined) return askLibrary(digits, country);
  if (mayBeInternational(digits, national, plan)) return askLibrary(digits, country);
  if (!hasNumber(countryPlan(callingCode, national) ?? plan, national)) return undefined;
  return e164(`+${callingCode.code}${national}`);
}

/** Whether a number is a mobile one, or may be one in a plan that does not distinguish them. */
export function isMobileNumber(number: E164): boolean {
  const callingCode = leadingCallingCode(number.slice(1));
  if (callingCode === undefined) return false;
  const national = number.slice(1 + callingCode.code.length);
  const { mobile } = countryPlan(callingCode, national) ?? callingCode.main;
  return mobile === undefined || isOfKind(mobile, national);
}

/**
 * Whether a number is a mobile one in a plan that distinguishes these from fixed lines. In other plans: whether it has so many digits that
 * ids are rarely numbers by chance.
 */
export function isUnmistakableMobile(number: E164): boolean {
  const callingCode = leadingCallingCode(number.slice(1));
  if (callingCode === undefined) return false;
  const national = number.slice(1 + callingCode.code.length);
  const { fixedLine, mobile } = countryPlan(callingCode, national) ?? callingCode.main;
  if (mobile === undefined || !isOfKind(mobile, national)) return false;
  return fixedLine === undefined || !isOfKind(fixedLine, national) || national.length >= FEWEST_BY_CHANCE;
}

/** Whether a zero in front of these digits may make them another number. */
export function mayNeedZero(digits: string, country: CountryCode): boolean {
  if (digits.startsWith('0')) return false;
  const { plan, rewritesZero } = countryOf(country);
  return rewritesZero || (plan.mayBeginWithZero && plan.pattern.test(`0${digits}`));
}

/** Whether these digits begin with the prefix for calls abroad from `country`. */
export function mayDialAbroad(digits: string, country: CountryCode): boolean {
  return countryOf(country).plan.internationalPrefixPattern?.test(digits) ?? false;
}

/** The numbering plan of a country. */
export function planOf(country: CountryCode): NumberingPlan {
  return countryOf(country).plan;
}

/** The calling code of a country. */
export function callingCodeOf(country: CountryCode): string {
  return countryOf(country).callingCode.code;
}

function countryOf(code: CountryCode): Country {
  const known = countries.get(code);
  if (known !== undefined) return known;
  const plan = compileNumberingPlan(code);
  const callingCode = leadingCallingCode(plan.callingCode);
  if (callingCode === undefined) throw new TypeError(`the calling code of ${code} is not one`);
  const prefix = plan.nationalPrefixPattern?.source ?? '';
  const country: Country = {
    plan,
    callingCode,
    rewritesZero: prefix.includes('0') && prefix !== '^(?:0)',
  };
  countries.set(code, country);
  return country;
}

/** Whether the library may see a prefix for calls abroad, or the country's own calling code, in these digits. */
function mayBeInternational(digits: string, national: string, plan: NumberingPlan): boolean {
  if (plan.internationalPrefixPattern?.test(digits)) return true;
  if (!digits.startsWith(plan.callingCode)) return false;
  return !plan.pattern.test(national) || national.length > plan.maxLength;
}

function askLibrary(digits: string, country: CountryCode): E164 | undefined {
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false }, metadata);
  // The library completes local numbers of some countries by an area code, such as that of Antananarivo.
  const isCompleted = parsed !== undefined && parsed.nationalNumber.length > digits.length;
  return parsed?.isValid() && !isCompleted ? e164(parsed.number) : undefined;
}
