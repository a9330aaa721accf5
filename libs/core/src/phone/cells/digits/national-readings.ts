import type { E164 } from '../../../model/e164.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { formerNationalNumber } from '../../numbering/former-number.js';
import {
  callingCodeOf,
  isMobileNumber,
  mayNeedZero,
  nationalNumber,
  planOf,
} from '../../numbering/national-number.js';
import { isOfKind } from '../../numbering/numbering-plan.js';
import { FEW_LENGTHS, mostWholeDigits } from '../../numbering/whole-number.js';

/** No country's usual numbers are shorter than this and have room for longer ones. */
const FEWEST_TOO_LONG = 10;

/** Fewer digits are not rewritten: for Norfolk Island, the library makes a number of `10-20`. */
const FEWEST_REWRITTEN_DIGITS = 5;

/** The numbers of a country that digits may be. Undefined means none. */
export interface NationalReadings {
  /** As dialled within the country. */
  readonly asWritten: E164 | undefined;
  /** With a zero in front, which a spreadsheet drops from a value. */
  readonly lostZero: E164 | undefined;
}

export function nationalReadings(digits: string, country: CountryCode): NationalReadings {
  const asWritten = unlessTooLong(dialledWithin(country, digits), digits, country);
  const lostZero = unlessTooLong(withLostZero(digits, country, asWritten), digits, country);
  return { asWritten, lostZero };
}

function dialledWithin(country: CountryCode, digits: string): E164 | undefined {
  const number = nationalNumber(digits, country) ?? formerNationalNumber(digits, country);
  if (digits.length >= FEWEST_REWRITTEN_DIGITS) return number;
  return number === `+${callingCodeOf(country)}${digits}` ? number : undefined;
}

/**
 * Reads digits that lost a leading zero. In most countries the zero is not part of the number. But it may be part of the number (Italy),
 * or of a longer prefix (06 in Hungary). Without it, that is another number. If the digits are already a number as written, only a mobile
 * number counts.
 */
function withLostZero(digits: string, country: CountryCode, asWritten: E164 | undefined): E164 | undefined {
  if (digits.length < FEWEST_REWRITTEN_DIGITS || !mayNeedZero(digits, country)) return undefined;
  const number = dialledWithin(country, `0${digits}`);
  return asWritten === undefined || (number !== undefined && isMobileNumber(number)) ? number : undefined;
}

/**
 * Leaves out a fixed line that exists only because the plan has room for longer numbers than are in use. The German plan has so many that
 * any digits would be one. A written zero confirms such a number.
 */
function unlessTooLong(number: E164 | undefined, digits: string, country: CountryCode): E164 | undefined {
  if (number === undefined || digits.length < FEWEST_TOO_LONG || digits.startsWith('0')) return number;
  const { callingCode, fixedLine } = planOf(country);
  if (
    fixedLine === undefined ||
    fixedLine.lengths.size <= FEW_LENGTHS ||
    !number.startsWith(`+${callingCode}`)
  )
    return number;
  const national = number.slice(1 + callingCode.length);
  return national.length > mostWholeDigits(country) && isOfKind(fixedLine, national) ? undefined : number;
}
