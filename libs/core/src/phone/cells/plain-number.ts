import type { E164 } from '../../model/e164.js';
import { internationalNumber, withoutTrunkZero } from '../international-number.js';
import { leadingCallingCode } from '../numbering/calling-code.js';
import type { CountryCode } from '../numbering/country-code.js';
import { formerNumber } from '../numbering/former-number.js';
import { callingCodeOf } from '../numbering/national-number.js';
import { validNumber } from '../numbering/phone-table.js';
import { readWriting, type WrittenNumber } from '../written-number.js';
import { DIGITS_ALONE, digitsAlone, inEitherWay } from './bare-digits.js';
import { numberBehindDoubleZero } from './double-zero.js';
import { looksLikeSomethingElse } from './look-alike.js';

/** Area code, exchange and line: three, three and four digits. The last two may be written as one. */
const AS_IN_NORTH_AMERICA = /^[([ ]*\d{3}[)\]]?[-. ]{0,3}\d{3}[-. ]{0,3}\d{4}[-. ()[\]]*$/;
/** The calling code of North America. It may also be the number of a line in a list. */
const ONE_IN_FRONT = /^[([ ]*1[)\]]?[-. ]{0,3}/;

/** No country has shorter numbers: those of Niue have four digits, and seven with the calling code. */
const FEWEST_DIGITS = 4;

const GROUPED_BY_THREE = /^\d{1,3}(?:[. ]\d{3})+$/;

const PLUS_AND_FLOAT = /^\s*\+ ?(\d{7,})\.(00?)\s*$/;

/** Reads a text of one number and separators. Undefined for any other text, or if it is unclear which number it is. */
export function plainNumber(text: string, defaultCountry: CountryCode | undefined): E164 | undefined {
  const writing = readWriting(text);
  if (typeof writing === 'string' || !hasEnoughDigits(writing)) return undefined;
  if (DIGITS_ALONE.test(writing.text)) return digitsAlone(writing.text, defaultCountry);
  if (looksLikeSomethingElse(writing.text)) return undefined;
  if (!writing.international)
    return inEitherWay(writing.digits, withCallingCode(writing, defaultCountry), defaultCountry);
  if (!writing.text.includes('+')) return numberBehindDoubleZero(writing, defaultCountry);
  if (mayBeGroups(text)) return undefined;
  const result = internationalNumber(writing);
  return 'number' in result && !isRunOn(result.number, writing) ? result.number : undefined;
}

/** Whether the digits exist as a number only with the zeros behind the dot, which otherwise come from a float. */
function mayBeGroups(text: string): boolean {
  const [, digits, zeros] = PLUS_AND_FLOAT.exec(text) ?? [];
  return (
    digits !== undefined &&
    validNumber(digits) === undefined &&
    validNumber(`${digits}${zeros}`) !== undefined
  );
}

/** A leading `00` is not among the digits. It is two more digits in a country that does not use it for calls abroad. */
function hasEnoughDigits({ digits, international }: WrittenNumber): boolean {
  return digits.length >= (international ? FEWEST_DIGITS - 2 : FEWEST_DIGITS);
}

function withCallingCode(writing: WrittenNumber, defaultCountry: CountryCode | undefined): E164 | undefined {
  const digits = withoutTrunkZero(writing);
  if (digits === undefined || digits.length > 15) return undefined;
  const number = validNumber(digits);
  if (number === undefined) return formerNumber(digits);
  if (mayBeginWithCallingCode(writing)) return number;
  return isValueOf(defaultCountry, writing) ? number : undefined;
}

/** Whether a spreadsheet may have grouped a number of this country, with its calling code, like a value. */
function isValueOf(country: CountryCode | undefined, { digits, text }: WrittenNumber): boolean {
  if (country === undefined || leadingCallingCode(digits)?.code !== callingCodeOf(country)) return false;
  return GROUPED_BY_THREE.test(text) || AS_IN_NORTH_AMERICA.test(text);
}

/**
 * Whether the groups allow for a calling code in front. A first group that is as short as one, or in brackets, must be one. Groups as in
 * North America need its calling code. Otherwise `201-555-0123` would be a number in Egypt, `(670) 234-5678` one in Timor-Leste, and
 * the first line of a Chinese list, `1. 131 2345 6789`, one in Chicago.
 */
function mayBeginWithCallingCode({ digits, text }: WrittenNumber): boolean {
  const group = /^[([ ]*(\d+)\D+\d/.exec(text)?.[1];
  if (group === undefined || (group.length > 3 && /^\d/.test(text))) return true;
  if (leadingCallingCode(digits)?.code !== group) return false;
  if (group === '1') return AS_IN_NORTH_AMERICA.test(text.replace(ONE_IN_FRONT, ''));
  return !AS_IN_NORTH_AMERICA.test(text) || validNumber(`1${digits}`) === undefined;
}

/**
 * Whether the first groups of a number that does not exist are one that does: in `+1 201 555 0123 0124` an extension or the end of a
 * second number follows.
 */
function isRunOn(number: E164, { text }: WrittenNumber): boolean {
  if (validNumber(number.slice(1)) !== undefined) return false;
  const groups = text.match(/\d+/g) ?? [];
  return groups.some((_, index) => validNumber(groups.slice(0, index).join('')) !== undefined);
}
