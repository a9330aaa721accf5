import type { E164 } from '../../model/e164.js';
import { withoutTrunkZero } from '../international-number.js';
import type { CountryCode } from '../numbering/country-code.js';
import { formerNumber } from '../numbering/former-number.js';
import { callingCodeOf, mayDialAbroad } from '../numbering/national-number.js';
import { validNumber, validOrdinaryNumber } from '../numbering/phone-table.js';
import { fewestWholeDigits, isWholeAsWritten, mayBeWhole } from '../numbering/whole-number.js';
import type { WrittenNumber } from '../written-number.js';
import type { CellReading } from './cell-reading.js';
import { localNumber } from './local-number.js';
import { mayBeLongNational } from './long-national.js';
import { type NationalReadings, nationalReadings } from './national-readings.js';
import { mayBeNumberRun } from './number-run.js';
import { unlessPlaceholder } from './placeholder.js';
import { isFirstGroup, isOneGroup, showsCallingCode } from './shown-calling-code.js';
import { mayBeTwoNumbers } from './two-numbers.js';
import { chooseReading } from './two-readings.js';

/** The form of most cells. They need no further parsing. */
export const DIGITS_ALONE = /^[1-9]\d{6,14}$/;

/**
 * With fewer digits, a number that begins with a calling code is as likely a local number or an id. Without a country, ten digits alone
 * are none either: so long are the national numbers of North America, India, Mexico, Turkey and others, and one in ten American ones
 * would become a number abroad. Groups show more than digits alone.
 */
const FEWEST_INTERNATIONAL_DIGITS = 10;
const FEWEST_WITHOUT_COUNTRY = 11;

/** A number without a plus sign. */
interface BareNumber {
  readonly digits: string;
  /** The digits without a bracketed trunk zero. Undefined if they cannot begin with a calling code. */
  readonly international: string | undefined;
  /** Undefined if the digits stand alone, so that there are no groups to tell a calling code by. */
  readonly groups: WrittenNumber | undefined;
}

/** Reads digits in the form of {@link DIGITS_ALONE}. */
export function digitsAlone(digits: string, reading: CellReading): E164 | undefined {
  return unlessPlaceholder(ungrouped(digits, reading), digits);
}

/** Reads a number without a plus sign, a `00` or any other sign than separators. */
export function bareNumber(writing: WrittenNumber, reading: CellReading): E164 | undefined {
  const { digits, text } = writing;
  if (isOneGroup(text) && DIGITS_ALONE.test(digits)) return digitsAlone(digits, reading);
  return unlessPlaceholder(grouped(writing, reading), digits);
}

function ungrouped(digits: string, reading: CellReading): E164 | undefined {
  const { defaultCountry } = reading;
  if (defaultCountry !== undefined) {
    return withinOrAbroad({ digits, international: digits, groups: undefined }, reading, defaultCountry);
  }
  if (reading.isNational || digits.length < FEWEST_WITHOUT_COUNTRY) return undefined;
  const number = validOrdinaryNumber(digits) ?? formerNumber(digits);
  if (number === undefined) return undefined;
  return reading.nationalOf?.some((kind) => mayBeLongNational(digits, number, kind)) ? undefined : number;
}

function grouped(writing: WrittenNumber, reading: CellReading): E164 | undefined {
  const { digits } = writing;
  const { defaultCountry, holdsRuns, isNational } = reading;
  if (mayBeTwoNumbers(writing, defaultCountry)) return undefined;
  if (holdsRuns && defaultCountry !== undefined && mayBeNumberRun(writing, defaultCountry)) return undefined;
  // No calling code begins with a zero.
  const international = digits.startsWith('0') ? undefined : withoutTrunkZero(writing);
  const isTooLong = international !== undefined && international.length > 15;
  const bare = { digits, international: isTooLong ? undefined : international, groups: writing };
  if (defaultCountry !== undefined) return withinOrAbroad(bare, reading, defaultCountry);
  return isNational ? undefined : numberAbroad(bare);
}

/** The number of any country that the digits are long enough for, and whose calling code their groups show, if there are groups. */
function numberAbroad({ groups, international: digits }: BareNumber): E164 | undefined {
  if (digits === undefined || digits.length < FEWEST_INTERNATIONAL_DIGITS) return undefined;
  if (groups === undefined) return validOrdinaryNumber(digits) ?? formerNumber(digits);
  const number = validNumber(digits) ?? formerNumber(digits);
  return number !== undefined && showsCallingCode(groups, digits, number) ? number : undefined;
}

/** The number of a country whose calling code the digits begin with. */
function ownNumber({ digits, international }: BareNumber, country: CountryCode): E164 | undefined {
  if (!international?.startsWith(callingCodeOf(country))) return undefined;
  if (mayDialAbroad(digits, country) || mayDialAbroad(`0${digits}`, country)) return undefined;
  return validNumber(international) ?? formerNumber(international);
}

/**
 * Reads digits that a list of the default country holds. They are, in this order:
 *
 * - a number with the country's own calling code, if a whole number follows it
 * - a local number, read with the area code that was given or not at all
 * - a national number, as written or without its zero
 * - a number of another country, if no number of this country is as long
 *
 * Undefined if it is unclear which.
 */
function withinOrAbroad(bare: BareNumber, reading: CellReading, country: CountryCode): E164 | undefined {
  const { digits } = bare;
  const own = ownNumber(bare, country);
  if (own !== undefined && isSurelyOwn(own, bare, country)) return own;
  const local = localNumber(digits, country, reading);
  if (local !== 'whole')
    return local ?? (own !== undefined && !mayBeWhole(digits, country) ? own : undefined);
  const { asWritten, lostZero } = nationalReadings(digits, country);
  const national = asWritten ?? lostZero;
  if (own !== undefined && own !== national) {
    if (national === undefined) return mayBeWhole(digits, country) ? undefined : own;
    if (isWholeAsWritten(digits, country)) return national;
    return bare.groups !== undefined && isLongAndShown(own, bare, country) ? own : undefined;
  }
  return withAbroad(bare, { asWritten, lostZero }, reading, country);
}

function withAbroad(
  bare: BareNumber,
  { asWritten, lostZero }: NationalReadings,
  { isHome }: CellReading,
  country: CountryCode,
): E164 | undefined {
  const { digits } = bare;
  const abroad = numberAbroad(bare);
  const national = asWritten ?? lostZero;
  if (national === undefined) {
    return abroad !== undefined && !mayBeWhole(digits, country) ? abroad : undefined;
  }
  if (abroad === undefined || abroad === national)
    return lostZero === undefined || lostZero === national ? national : undefined;
  const chosen = chooseReading(digits, {
    international: abroad,
    national,
    hasLostZero: asWritten === undefined,
  });
  if (chosen === undefined && isHome) return national;
  return chosen === abroad && mayBeWhole(digits, country) ? undefined : chosen;
}

/** Whether a whole number follows the calling code. Local numbers begin like a calling code too: `435 0178` in Vienna. */
function isSurelyOwn(own: E164, bare: BareNumber, country: CountryCode): boolean {
  const callingCode = callingCodeOf(country);
  if (own.length - 1 - callingCode.length < fewestWholeDigits(country)) return false;
  return mayBeginWith(callingCode, own, bare) || !mayBeWhole(bare.digits, country);
}

function isLongAndShown(own: E164, bare: BareNumber, country: CountryCode): boolean {
  return bare.digits.length >= FEWEST_INTERNATIONAL_DIGITS && mayBeginWith(callingCodeOf(country), own, bare);
}

/** Whether the groups show this calling code, if there are groups. */
function mayBeginWith(
  callingCode: string,
  number: E164,
  { groups, international = '' }: BareNumber,
): boolean {
  return groups === undefined || isFirstGroup(callingCode, groups.text, international, number);
}
