import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import type { CountryCode } from './country-code.js';
import type { E164 } from './e164.js';

/** The number that is reached by dialling these digits within `country`, if its numbering plan has such a number. */
export function nationalNumber(digits: string, country: CountryCode): E164 | undefined {
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false }, metadata);
  // The library's own form is E.164, of a number that is valid.
  return parsed?.isValid() ? (parsed.number as string as E164) : undefined;
}
