import type { E164 } from '../../model/identifiers.js';
import { digitGroups, internationalNumber, readWriting, type WrittenNumber } from '../normalize-phone.js';
import { leadingCallingCode } from '../numbering/calling-code.js';
import { behindTrunkEight, formerOfHoChiMinhCity } from '../numbering/canonical-number.js';
import type { CountryCode } from '../numbering/country-code.js';
import { callingCodeOf, nationalNumber } from '../numbering/national-number.js';
import { isPossibleNumber, validNumber } from '../numbering/phone-table.js';
import {
  type CellRead,
  type CellReading,
  isNumber,
  UNREAD,
  UNREAD_SHAPES,
  UNREAD_WRITINGS,
} from './cell-reading.js';
import { bareNumber, DIGITS_ALONE, digitsAlone } from './digits/bare-digits.js';
import { beforeLastDash, beforeLaterLine, mayEndRange } from './further-lines.js';
import { isOnlyAddress, nonPhoneKind } from './text/non-phone.js';

/** The fewest digits of a number: those of Niue have four, and seven with the calling code. */
const FEWEST_DIGITS = 4;

/**
 * Digits in brackets behind a number: opening hours, an extension or a number of lines, as in `030 123456 (9-17)`. In plans with long
 * numbers, they would be taken for the end of the number.
 */
const DIGITS_IN_BRACKETS_BEHIND =
  /\d[-. ]*[([](?:\d\d?-\d\d?|(?<=(?:\d[-. ]*){5}[([])(?:[-. ]*\d){1,5}[-. ]*)[)\]][-. ]*$/;

const PLUS_AND_FLOAT = /^\s*\+ ?(\d{7,})\.(00?)\s*$/;

/** Reads a text of one number and separators. Other texts, and texts with an unclear number, are not read. */
export function plainNumber(text: string, reading: CellReading): CellRead {
  const writing = readWriting(text);
  if (typeof writing === 'string') return UNREAD_WRITINGS[writing];
  if (!hasEnoughDigits(writing)) return UNREAD.too_few_digits;
  if (DIGITS_ALONE.test(writing.text)) return digitsAlone(writing.text, reading);
  const other = nonPhoneKind(writing.text);
  if (other !== undefined && !isDottedPhone(writing, reading)) return UNREAD[other];
  if (hasDigitsInBracketsBehind(writing.text)) return UNREAD.extra_digits;
  const read = groupedNumber(text, writing, reading);
  if (!isNumber(read)) return firstLine(writing, reading) ?? read;
  const isRange = mayEndRange(read, writing) || isRangeAtHome(read, writing, reading);
  return isRange ? UNREAD.several_numbers : (formerOfHoChiMinhCity(read, digitGroups(writing.text)) ?? read);
}

/**
 * Whether a text like an IP address is a phone, since other phones of the column have dots and the same number of digits: `93.225.85.42`.
 */
function isDottedPhone({ digits, text }: WrittenNumber, { dottedDigits }: CellReading): boolean {
  return dottedDigits?.has(digits.length) === true && isOnlyAddress(text);
}

/**
 * Reads `02-9485380-90` of Thailand, the lines from 02-9485380 to 02-9485390, if several numbers are read as their first one. Undefined if
 * the last digits do not end a range, or do not follow a whole number of the country.
 */
function firstLine(
  { international, text }: WrittenNumber,
  { severalNumbers, ...reading }: CellReading,
): CellRead | undefined {
  const first = beforeLaterLine(text);
  if (first === undefined) return undefined;
  const read = plainNumber(first, reading);
  if (!isNumber(read) || validNumber(read.slice(1)) !== read) return undefined;
  const isHome = reading.defaultCountry && read.startsWith(`+${callingCodeOf(reading.defaultCountry)}`);
  if (!international && !isHome) return undefined;
  return severalNumbers === 'first' ? read : UNREAD.several_numbers;
}

/**
 * Whether the end of a range turns a number of the country into one abroad: `32 16 54 61-62` means two lines in Denmark, not a number of
 * Belgium.
 */
function isRangeAtHome(
  number: E164,
  { international, text }: WrittenNumber,
  { defaultCountry: country, ...column }: CellReading,
): boolean {
  if (international || country === undefined) return false;
  const ownCode = `+${callingCodeOf(country)}`;
  if (number.startsWith(ownCode)) return false;
  const first = plainNumber(beforeLastDash(text) ?? '', { ...column, defaultCountry: country });
  return isNumber(first) && first.startsWith(ownCode);
}

function groupedNumber(text: string, writing: WrittenNumber, reading: CellReading): CellRead {
  if (!writing.international) return bareNumber(writing, reading);
  if (!writing.text.includes('+')) return numberBehindDoubleZero(writing, reading.defaultCountry);
  if (mayBeGroups(text)) return UNREAD.unclear;
  const result = internationalNumber(writing);
  if ('fault' in result) return behindNeedlessPlus(writing, reading) ?? UNREAD_SHAPES[result.fault];
  const behindEight = numberBehindEight(result.number, writing, reading);
  if (behindEight !== undefined) return behindEight;
  if (isCodeApart(result.number, text, reading.defaultCountry)) return UNREAD.unclear;
  return isRunOn(result.number, writing) ? UNREAD.extra_digits : result.number;
}

/**
 * Reads `+8 495 123 45 67`, where the 8 stands alone: the trunk prefix of +7, since no calling code is an 8. Undefined for any other
 * number. The digits may be another country's too, such as Vietnam's.
 */
function numberBehindEight(
  number: E164,
  { digits, text }: WrittenNumber,
  { defaultCountry }: CellReading,
): CellRead | undefined {
  const [first] = digitGroups(text);
  const behind = first === '8' ? behindTrunkEight(digits) : undefined;
  if (behind === undefined || behind === number) return behind;
  const isHome = defaultCountry !== undefined && behind.startsWith(`+${callingCodeOf(defaultCountry)}`);
  return isHome || validNumber(number.slice(1)) === undefined ? behind : UNREAD.unclear;
}

/**
 * Reads `+03-2011 4336` of Malaysia: no calling code begins with a zero. Undefined if a calling code may follow the zero, or if the digits
 * are not a national number.
 */
function behindNeedlessPlus(writing: WrittenNumber, reading: CellReading): E164 | undefined {
  const { defaultCountry: country } = reading;
  const { digits, text } = writing;
  if (country === undefined || !digits.startsWith('0') || validNumber(digits.slice(1)) !== undefined) {
    return undefined;
  }
  const national = { ...writing, international: false, text: text.replace('+', '').trim() };
  const read = bareNumber(national, reading);
  return isNumber(read) && read.startsWith(`+${callingCodeOf(country)}`) ? read : undefined;
}

/**
 * Whether a separator stands within the calling code: `+97 9851032316` lacks a digit of the 977 of Nepal, and `+6 60361853045` has one too
 * many in Malaysia. A zero behind it is the trunk zero that people at home are used to: `+6 012-345 6789`.
 */
function isCodeApart(number: E164, text: string, country: CellReading['defaultCountry']): boolean {
  const callingCode = leadingCallingCode(number.slice(1));
  const [first = ''] = digitGroups(text);
  if (callingCode === undefined || first.length >= callingCode.code.length) return false;
  if (callingCode.countries.length === 0) return true;
  const isAtHome = country !== undefined && callingCodeOf(country) === callingCode.code;
  return !isAtHome && /[^0]/.test(callingCode.code.slice(first.length));
}

function hasDigitsInBracketsBehind(text: string): boolean {
  // Hardly any text ends with a bracket.
  return /[)\]][-. ]*$/.test(text.slice(-4)) && DIGITS_IN_BRACKETS_BEHIND.test(text);
}

/** Whether the digits are a number only with the zeros behind the dot. Otherwise these zeros come from a float. */
function mayBeGroups(text: string): boolean {
  const [, digits, zeros] = PLUS_AND_FLOAT.exec(text) ?? [];
  return (
    digits !== undefined &&
    validNumber(digits) === undefined &&
    validNumber(`${digits}${zeros}`) !== undefined
  );
}

/** Whether there are enough digits. Where `00` does not begin calls abroad, its zeros count too. */
function hasEnoughDigits({ digits, international }: WrittenNumber): boolean {
  return digits.length >= (international ? FEWEST_DIGITS - 2 : FEWEST_DIGITS);
}

/**
 * Whether the first groups of a number that does not exist are one that does: in `+1 201 555 0123 0124` an extension or the end of a second
 * number follows the first.
 */
function isRunOn(number: E164, { text }: WrittenNumber): boolean {
  if (validNumber(number.slice(1)) !== undefined) return false;
  const groups = digitGroups(text);
  return groups.some((_, index) => validNumber(groups.slice(0, index).join('')) !== undefined);
}

/** The digits of longer prefixes for calls abroad, beyond `00`. They have five digits at most (`00700` in Korea). */
const LONGER_BY = [1, 2, 3];

/** Ids that are padded to the same length begin with zeros too: `0010045678`. */
const ONLY_DIGITS = /^\d+$/;

/**
 * Reads the number after a `00`, which stands for a plus sign in most countries and begins a longer prefix in some (`0011` in Australia,
 * `001` in Singapore). Unread if both give a number, or if only another country's prefix does. Digits alone that are not a possible number
 * are unread too.
 */
function numberBehindDoubleZero(writing: WrittenNumber, defaultCountry: CountryCode | undefined): CellRead {
  const { digits, trunkZeroAt } = writing;
  const result = internationalNumber(writing);
  const international = 'number' in result ? result.number : undefined;
  const isValid = international !== undefined && validNumber(international.slice(1)) !== undefined;
  const dialled =
    defaultCountry && trunkZeroAt === 0 ? nationalNumber(`00${digits}`, defaultCountry) : undefined;
  if (dialled !== undefined) return isValid && dialled !== international ? UNREAD.unclear : dialled;
  if (isValid) return international;
  const isPadded =
    ONLY_DIGITS.test(writing.text) && international !== undefined && !isPossibleNumber(international);
  if (isPadded) return UNREAD.impossible;
  const mayBeLonger = LONGER_BY.some((length) => validNumber(digits.slice(length)) !== undefined);
  if (mayBeLonger) return defaultCountry === undefined ? UNREAD.no_country : UNREAD.unclear;
  return 'number' in result ? result.number : UNREAD_SHAPES[result.fault];
}
