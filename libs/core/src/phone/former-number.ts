import type { CountryCode } from './country-code.js';
import type { E164 } from './e164.js';
import { validNumber } from './phone-table.js';

/** Until 2019 Mexican mobile numbers were dialled with a 1 from abroad; no number of today has so many digits. */
const MEXICAN_MOBILE_FROM_ABROAD = /^521(\d{10})$/;
/** What was dialled in Mexico before a number of another area, and before a mobile number. */
const WITHIN_MEXICO = /^(?:01|044|045)(\d{10})$/;

/**
 * The number of today that digits with a calling code were before their plan was reformed; undefined where they are none, or may
 * still be a number themselves. So an Argentine number gets no 9 of mobile lines and a Brazilian one no ninth digit: without them it
 * may be a line of somebody's.
 */
export function formerNumber(digits: string): E164 | undefined {
  const [, national] = MEXICAN_MOBILE_FROM_ABROAD.exec(digits) ?? [];
  return national === undefined ? undefined : validNumber(`52${national}`);
}

/** The same for digits as dialled within a country. */
export function formerNationalNumber(digits: string, country: CountryCode): E164 | undefined {
  const [, national] = (country === 'MX' && WITHIN_MEXICO.exec(digits)) || [];
  return national === undefined ? undefined : validNumber(`52${national}`);
}
