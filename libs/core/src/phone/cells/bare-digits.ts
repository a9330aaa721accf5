import type { E164 } from '../../model/e164.js';
import { leadingCallingCode } from '../numbering/calling-code.js';
import type { CountryCode } from '../numbering/country-code.js';
import { formerNationalNumber, formerNumber } from '../numbering/former-number.js';
import {
  callingCodeOf,
  isMobileNumber,
  mayDialAbroad,
  mayNeedZero,
  nationalNumber,
} from '../numbering/national-number.js';
import { validNumber } from '../numbering/phone-table.js';
import { chooseReading } from './two-readings.js';

/** The form of most cells. They need no further parsing. */
export const DIGITS_ALONE = /^[1-9]\d{6,14}$/;

/** Fewer digits are not rewritten: for Norfolk Island, the library makes a number of `10-20`. */
const FEWEST_REWRITTEN_DIGITS = 5;

/** Reads digits in the form of {@link DIGITS_ALONE}. */
export function digitsAlone(digits: string, defaultCountry: CountryCode | undefined): E164 | undefined {
  return inEitherWay(digits, validNumber(digits) ?? formerNumber(digits), defaultCountry);
}

/**
 * Reads digits without a plus sign. They are `international`, if they begin with their calling code, or a number as dialled within the
 * default country.
 */
export function inEitherWay(
  digits: string,
  international: E164 | undefined,
  defaultCountry: CountryCode | undefined,
): E164 | undefined {
  if (defaultCountry === undefined) return international;
  if (international !== undefined && isWithin(defaultCountry, digits, international)) return international;
  const asWritten = dialledWithin(defaultCountry, digits);
  const lostZero = withLostZero(digits, defaultCountry, asWritten);
  const national = asWritten ?? lostZero;
  if (national === undefined || national === international) return international;
  if (international === undefined)
    return lostZero === undefined || lostZero === national ? national : undefined;
  return chooseReading(digits, { international, national, hasLostZero: asWritten === undefined });
}

/**
 * Whether the international reading is in the default country. Then it is meant, and the national one, which the library would have to
 * find, is not needed.
 */
function isWithin(country: CountryCode, digits: string, international: E164): boolean {
  if (leadingCallingCode(international.slice(1))?.code !== callingCodeOf(country)) return false;
  return !mayDialAbroad(digits, country) && !mayDialAbroad(`0${digits}`, country);
}

function dialledWithin(country: CountryCode, digits: string): E164 | undefined {
  const number = nationalNumber(digits, country) ?? formerNationalNumber(digits, country);
  if (digits.length >= FEWEST_REWRITTEN_DIGITS) return number;
  return number === `+${callingCodeOf(country)}${digits}` ? number : undefined;
}

/**
 * Reads digits that lost a leading zero, which a spreadsheet drops from a value. In most countries the zero is not part of the number.
 * But without it the number is another one where the zero is part of it (Italy), or of a longer prefix (06 in Hungary). If the digits
 * are already a number as written, only a mobile number counts.
 */
function withLostZero(digits: string, country: CountryCode, asWritten: E164 | undefined): E164 | undefined {
  if (digits.length < FEWEST_REWRITTEN_DIGITS || !mayNeedZero(digits, country)) return undefined;
  const number = dialledWithin(country, `0${digits}`);
  return asWritten === undefined || (number !== undefined && isMobileNumber(number)) ? number : undefined;
}
