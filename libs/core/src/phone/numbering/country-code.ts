import type { CountryCode as NumberingPlanCountry } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { DialproofError } from '../../model/errors.js';

/** The ISO 3166-1 alpha-2 code, in capitals, of a country with its own phone numbers. */
export type CountryCode = NumberingPlanCountry;

/**
 * Reads a country code in any letter case, also with space around it. Throws `invalid_country` for everything else, also for the few
 * territories without a numbering plan (Antarctica).
 */
export function countryCode(value: string): CountryCode {
  const letters = value.trim();
  // Tested before the conversion to capitals, in which ß becomes SS, the code of South Sudan.
  if (!/^[a-zA-Z]{2}$/.test(letters)) {
    throw invalidCountry('expected the two letters of an ISO 3166 country code, such as US or DE');
  }
  const code = letters.toUpperCase();
  if (hasNumberingPlan(code)) return code;
  throw invalidCountry(
    `no phone numbers are known for the country code ${code}; expected one such as US or DE`,
  );
}

function invalidCountry(hint: string): DialproofError {
  return new DialproofError('invalid_country', { hint });
}

function hasNumberingPlan(code: string): code is CountryCode {
  return Object.hasOwn(metadata.countries, code);
}
