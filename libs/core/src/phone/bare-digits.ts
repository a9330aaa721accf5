import { leadingCallingCode } from './calling-code.js';
import type { CountryCode } from './country-code.js';
import type { E164 } from './e164.js';
import { formerNationalNumber, formerNumber } from './former-number.js';
import {
  callingCodeOf,
  isMobileNumber,
  mayDialAbroad,
  mayNeedZero,
  nationalNumber,
} from './national-number.js';
import { validNumber } from './phone-table.js';
import { chooseReading } from './two-readings.js';

/** How most cells are written; they need no taking apart. */
export const DIGITS_ALONE = /^[1-9]\d{6,14}$/;

/** Fewer are read as they stand or not at all: in Norfolk Island the library makes a number of `10-20`. */
const FEWEST_REWRITTEN_DIGITS = 5;

/** The number of such digits. */
export function digitsAlone(digits: string, defaultCountry: CountryCode | undefined): E164 | undefined {
  return inEitherWay(digits, validNumber(digits) ?? formerNumber(digits), defaultCountry);
}

/**
 * The number of digits without a plus sign: what they are with their calling code in front, as given, or as dialled within the
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
 * Whether both readings of the digits have the default country's calling code, in which case the international one is meant: to
 * find the other one the library would have to be asked, for nothing.
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
 * The number of digits that are a value to a spreadsheet, which drops the zero in front. In most countries that zero is not part of
 * the number; where it is (in Italy), or more than it is dialled (06 in Hungary), the number is another one without it. Beside a
 * number that the digits are as they stand only a mobile one counts.
 */
function withLostZero(digits: string, country: CountryCode, asWritten: E164 | undefined): E164 | undefined {
  if (digits.length < FEWEST_REWRITTEN_DIGITS || !mayNeedZero(digits, country)) return undefined;
  const number = dialledWithin(country, `0${digits}`);
  return asWritten === undefined || (number !== undefined && isMobileNumber(number)) ? number : undefined;
}
