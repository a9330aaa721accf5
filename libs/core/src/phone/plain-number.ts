import { DIGITS_ALONE, digitsAlone, inEitherWay } from './bare-digits.js';
import { leadingCallingCode } from './calling-code.js';
import type { CountryCode } from './country-code.js';
import { numberBehindDoubleZero } from './double-zero.js';
import type { E164 } from './e164.js';
import { formerNumber } from './former-number.js';
import { internationalNumber, withoutTrunkZero } from './international-number.js';
import { looksLikeSomethingElse } from './look-alike.js';
import { callingCodeOf } from './national-number.js';
import { validNumber } from './phone-table.js';
import { readWriting, type WrittenNumber } from './written-number.js';

/** Area code, exchange and line: three, three and four digits, the last two perhaps together. */
const AS_IN_NORTH_AMERICA = /^[([ ]*\d{3}[)\]]?[-. ]{0,3}\d{3}[-. ]{0,3}\d{4}[-. ()[\]]*$/;
/** The calling code of North America, which is the number of a line in a list just as well. */
const ONE_IN_FRONT = /^[([ ]*1[)\]]?[-. ]{0,3}/;

/** With fewer digits no country has numbers: those of Niue have four, and seven with the calling code. */
const FEWEST_DIGITS = 4;

const GROUPED_BY_THREE = /^\d{1,3}(?:[. ]\d{3})+$/;

const PLUS_AND_FLOAT = /^\s*\+ ?(\d{7,})\.(00?)\s*$/;

/** The number of a text that holds one number and nothing else but separators; undefined otherwise, or if it cannot be told which. */
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

/** Whether what would be a whole number stored as a float is no number, but would be one with its zeros among the digits. */
function mayBeGroups(text: string): boolean {
  const [, digits, zeros] = PLUS_AND_FLOAT.exec(text) ?? [];
  return (
    digits !== undefined &&
    validNumber(digits) === undefined &&
    validNumber(`${digits}${zeros}`) !== undefined
  );
}

/** The `00` in front, which is not among the digits, is two more in a country where it is not for calls abroad. */
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

/** Whether a spreadsheet may have grouped the digits of a number of this country, calling code and all, as those of a value. */
function isValueOf(country: CountryCode | undefined, { digits, text }: WrittenNumber): boolean {
  if (country === undefined || leadingCallingCode(digits)?.code !== callingCodeOf(country)) return false;
  return GROUPED_BY_THREE.test(text) || AS_IN_NORTH_AMERICA.test(text);
}

/**
 * Whether the grouping allows for a calling code in front: the first group, if it is as short as one or stands in brackets, has to
 * be one, and the groups are those of a number of North America behind its own alone. `201-555-0123` would otherwise be a number in
 * Egypt, `(670) 234-5678` one in Timor-Leste, and the first line of a Chinese list, `1. 131 2345 6789`, one in Chicago.
 */
function mayBeginWithCallingCode({ digits, text }: WrittenNumber): boolean {
  const group = /^[([ ]*(\d+)\D+\d/.exec(text)?.[1];
  if (group === undefined || (group.length > 3 && /^\d/.test(text))) return true;
  if (leadingCallingCode(digits)?.code !== group) return false;
  if (group === '1') return AS_IN_NORTH_AMERICA.test(text.replace(ONE_IN_FRONT, ''));
  return !AS_IN_NORTH_AMERICA.test(text) || validNumber(`1${digits}`) === undefined;
}

/**
 * Whether a number that does not exist is one that does with more digits behind it: in `+1 201 555 0123 0124` an extension or the end
 * of a second number.
 */
function isRunOn(number: E164, { text }: WrittenNumber): boolean {
  if (validNumber(number.slice(1)) !== undefined) return false;
  const groups = text.match(/\d+/g) ?? [];
  return groups.some((_, index) => validNumber(groups.slice(0, index).join('')) !== undefined);
}
