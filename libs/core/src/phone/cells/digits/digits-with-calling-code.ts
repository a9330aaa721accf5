import type { E164 } from '../../../model/identifiers.js';
import { digitGroups, type WrittenNumber } from '../../normalize-phone.js';
import { countryPlan, leadingCallingCode } from '../../numbering/calling-code.js';
import { formerBareNumber } from '../../numbering/canonical-number.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { callingCodeOf, mayDialAbroad } from '../../numbering/national-number.js';
import type { NumberingPlan } from '../../numbering/numbering-plan.js';
import { validNumber, validOrdinaryNumber } from '../../numbering/phone-table.js';
import { fewestWholeDigits, formatOf, mayBeWhole } from '../../numbering/whole-number.js';

/** With fewer digits, a number that begins with a calling code is as likely a local number or an id. */
const FEWEST_DIGITS = 10;

/** A number without a plus sign. */
export interface BareNumber {
  readonly digits: string;
  /** The digits without a bracketed trunk zero. Undefined if they cannot begin with a calling code. */
  readonly international: string | undefined;
  /** Undefined for digits alone, which have no groups that could show a calling code. */
  readonly groups: WrittenNumber | undefined;
}

/** The number of any country, if the digits are long enough and their groups, if any, show its calling code. */
export function numberAbroad({ groups, international: digits }: BareNumber): E164 | undefined {
  if (digits === undefined || digits.length < FEWEST_DIGITS) return undefined;
  if (groups === undefined) return validOrdinaryNumber(digits) ?? formerBareNumber(digits);
  const number = validNumber(digits) ?? formerBareNumber(digits);
  return number !== undefined && showsCallingCode(groups, digits, number) ? number : undefined;
}

/** The number of a country whose calling code the digits begin with. */
export function ownNumber({ digits, international }: BareNumber, country: CountryCode): E164 | undefined {
  if (!international?.startsWith(callingCodeOf(country))) return undefined;
  if (mayDialAbroad(digits, country) || mayDialAbroad(`0${digits}`, country)) return undefined;
  return validNumber(international) ?? formerBareNumber(international);
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

/** Area code, exchange and line: three, three and four digits. The last two may be written as one. */
const AS_IN_NORTH_AMERICA = /^[([ ]*\d{3}[)\]]?[-. ]{0,3}\d{3}[-. ]{0,3}\d{4}[-. ()[\]]*$/;
/** The calling code of North America. It may also be the number of a line in a list. */
const ONE_IN_FRONT = /^[([ ]*1[)\]]?[-. ]{0,3}/;

/** No country writes this many digits without a calling code. */
export const MORE_THAN_NATIONAL = 12;

/**
 * Whether the groups of a number without a plus sign show its calling code, that is, whether the first group is that code and nothing more
 * (`44 20 7946 0958`). Groups as in North America need its calling code: `677-775-5042` is a local number there rather than one of the
 * Solomon Islands. Up to eleven digits must be grouped as the country of the code writes them, since a Brazilian number,
 * `47 3222-1234`, is a Norwegian one in other groups.
 *
 * @param digits without a bracketed trunk zero
 * @param number these digits as an international number
 */
function showsCallingCode({ text, trunkZeroAt }: WrittenNumber, digits: string, number: E164): boolean {
  const callingCode = leadingCallingCode(number.slice(1));
  // Calling codes without a country, such as 800, also begin the toll-free numbers of most countries.
  if (!callingCode?.countries.length || !isFirstGroup(callingCode.code, text, digits, number)) return false;
  if (callingCode.code === '1') return AS_IN_NORTH_AMERICA.test(text.replace(ONE_IN_FRONT, ''));
  if (AS_IN_NORTH_AMERICA.test(text)) return false;
  if (trunkZeroAt > 0 || digits.length >= MORE_THAN_NATIONAL) return true;
  const national = number.slice(1 + callingCode.code.length);
  return isGroupedAsPublished(
    digitGroups(text).slice(1),
    national,
    countryPlan(callingCode, national) ?? callingCode.main,
  );
}

/**
 * Whether the first group of digits is this calling code. Digits that are no longer dialled after it may be in the same group, as in
 * `521 55 1234 5678` of Mexico.
 */
export function isFirstGroup(callingCode: string, text: string, digits: string, number: E164): boolean {
  const [first = ''] = digitGroups(text);
  const nationalLength = number.length - 1 - callingCode.length;
  return first === callingCode || first === digits.slice(0, -nationalLength);
}

/** Whether the digits are one group, which shows no calling code. */
export function isOneGroup(text: string): boolean {
  return !/\d\D+\d/.test(text);
}

/**
 * Whether the digits behind the calling code are grouped as libphonenumber writes them. All groups, or all but the first, may be joined.
 */
function isGroupedAsPublished(groups: readonly string[], national: string, plan: NumberingPlan): boolean {
  if (groups.length === 1) return true;
  const format = formatOf(national, plan);
  if (format === undefined) return false;
  const published = digitGroups(national.replace(format.pattern, format.international));
  if (groups.length === 2 && groups[0] === published[0]) return true;
  return groups.join(' ') === published.join(' ');
}
