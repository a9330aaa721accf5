import type { CountryCode as NumberingPlanCountry } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { DialproofError } from '../errors.js';

/** A country by its ISO 3166-1 alpha-2 code, in capitals; one that has phone numbers of its own. */
export type CountryCode = NumberingPlanCountry;

/**
 * Reads a country code in any letter case and with surrounding space. Throws `invalid_country` for everything else, also for the
 * few territories that have no numbering plan (Antarctica).
 */
export function countryCode(value: string): CountryCode {
  const code = value.trim().toUpperCase();
  if (hasNumberingPlan(code)) return code;
  throw new DialproofError('invalid_country', {
    hint: /^[A-Z]{2}$/.test(code)
      ? `no phone numbers are known for the country code ${code}; expected one of ISO 3166, such as US or DE`
      : 'expected the two letters of an ISO 3166 country code, such as US or DE',
  });
}

function hasNumberingPlan(code: string): code is CountryCode {
  return Object.hasOwn(metadata.countries, code);
}
