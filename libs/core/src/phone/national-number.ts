import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { type CallingCode, countryPlan, leadingCallingCode } from './calling-code.js';
import type { CountryCode } from './country-code.js';
import { type E164, e164 } from './e164.js';
import { withoutNationalPrefix } from './national-prefix.js';
import { compileNumberingPlan, hasNumber, type NumberingPlan } from './numbering-plan.js';

interface Country {
  readonly plan: NumberingPlan;
  readonly callingCode: CallingCode;
}

/** Countries, compiled when first met; like the calling codes they follow from the metadata alone. */
const countries = new Map<CountryCode, Country>();

/** The number that is reached by dialling these digits within `country`, if its numbering plan has such a number. */
export function nationalNumber(digits: string, country: CountryCode): E164 | undefined {
  const { callingCode, plan } = countryOf(country);
  const national = withoutNationalPrefix(digits, plan, callingCode);
  if (national === undefined) return askLibrary(digits, country);
  if (mayBeInternational(digits, national, plan)) return askLibrary(digits, country);
  if (!hasNumber(countryPlan(callingCode, national) ?? plan, national)) return undefined;
  return e164(`+${callingCode.code}${national}`);
}

function countryOf(code: CountryCode): Country {
  const known = countries.get(code);
  if (known !== undefined) return known;
  const plan = compileNumberingPlan(code);
  const callingCode = leadingCallingCode(plan.callingCode);
  if (callingCode === undefined) throw new TypeError(`the calling code of ${code} is not one`);
  const country: Country = { plan, callingCode };
  countries.set(code, country);
  return country;
}

/** Whether the library might take these digits for a number with a prefix for calls abroad, or with its own calling code. */
function mayBeInternational(digits: string, national: string, plan: NumberingPlan): boolean {
  if (plan.internationalPrefixPattern?.test(digits)) return true;
  if (!digits.startsWith(plan.callingCode)) return false;
  return !plan.pattern.test(national) || national.length > plan.maxLength;
}

function askLibrary(digits: string, country: CountryCode): E164 | undefined {
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false }, metadata);
  return parsed?.isValid() ? e164(parsed.number) : undefined;
}
