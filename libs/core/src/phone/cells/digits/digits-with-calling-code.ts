import type { E164 } from '../../../model/e164.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { formerNumber } from '../../numbering/former-number.js';
import { callingCodeOf, mayDialAbroad } from '../../numbering/national-number.js';
import { validNumber, validOrdinaryNumber } from '../../numbering/phone-table.js';
import { fewestWholeDigits, mayBeWhole } from '../../numbering/whole-number.js';
import type { WrittenNumber } from '../../written-number.js';
import { isFirstGroup, showsCallingCode } from './shown-calling-code.js';

/** With fewer digits, a number that begins with a calling code is as likely a local number or an id. */
const FEWEST_DIGITS = 10;

/** A number without a plus sign. */
export interface BareNumber {
  readonly digits: string;
  /** The digits without a bracketed trunk zero. Undefined if they cannot begin with a calling code. */
  readonly international: string | undefined;
  /** Undefined if the digits stand alone, so that no groups can show a calling code. */
  readonly groups: WrittenNumber | undefined;
}

/** The number of any country, if the digits are long enough and their groups, if any, show its calling code. */
export function numberAbroad({ groups, international: digits }: BareNumber): E164 | undefined {
  if (digits === undefined || digits.length < FEWEST_DIGITS) return undefined;
  if (groups === undefined) return validOrdinaryNumber(digits) ?? formerNumber(digits);
  const number = validNumber(digits) ?? formerNumber(digits);
  return number !== undefined && showsCallingCode(groups, digits, number) ? number : undefined;
}

/** The number of a country whose calling code the digits begin with. */
export function ownNumber({ digits, international }: BareNumber, country: CountryCode): E164 | undefined {
  if (!international?.startsWith(callingCodeOf(country))) return undefined;
  if (mayDialAbroad(digits, country) || mayDialAbroad(`0${digits}`, country)) return undefined;
  return validNumber(international) ?? formerNumber(international);
}

/** Whether a whole number follows the calling code. Local numbers may also begin like a calling code: `435 0178` in Vienna. */
export function isSurelyOwn(own: E164, bare: BareNumber, country: CountryCode): boolean {
  const callingCode = callingCodeOf(country);
  if (own.length - 1 - callingCode.length < fewestWholeDigits(country)) return false;
  return mayBeginWith(callingCode, own, bare) || !mayBeWhole(bare.digits, country);
}

/** Whether there are as many digits as in a number with its calling code, and the groups show that code. */
export function isLongAndShown(own: E164, bare: BareNumber, country: CountryCode): boolean {
  return bare.digits.length >= FEWEST_DIGITS && mayBeginWith(callingCodeOf(country), own, bare);
}

/** Whether the groups show this calling code, if there are groups. */
function mayBeginWith(
  callingCode: string,
  number: E164,
  { groups, international = '' }: BareNumber,
): boolean {
  return groups === undefined || isFirstGroup(callingCode, groups.text, international, number);
}
