import type { E164 } from '../../model/e164.js';
import { internationalNumber } from '../international-number.js';
import { callingCodeOf } from '../numbering/national-number.js';
import { validNumber } from '../numbering/phone-table.js';
import { digitGroups, readWriting, type WrittenNumber } from '../written-number.js';
import type { CellReading } from './cell-reading.js';
import { bareNumber, DIGITS_ALONE, digitsAlone } from './digits/bare-digits.js';
import { numberBehindDoubleZero } from './double-zero.js';
import { beforeLastDash, mayEndRange } from './range-end.js';
import { looksLikeSomethingElse } from './text/look-alike.js';

/** No country has shorter numbers: those of Niue have four digits, and seven with the calling code. */
const FEWEST_DIGITS = 4;

/** Opening hours, an extension or a number of lines: `030 123456 (9-17)`. In a plan with long numbers, they would be the end of the number. */
const DIGITS_IN_BRACKETS_BEHIND =
  /\d[-. ]*[([](?:\d\d?-\d\d?|(?<=(?:\d[-. ]*){5}[([])(?:[-. ]*\d){1,5}[-. ]*)[)\]][-. ]*$/;

const PLUS_AND_FLOAT = /^\s*\+ ?(\d{7,})\.(00?)\s*$/;

/** Reads a text of one number and separators. Undefined for any other text, or if it is unclear which number it is. */
export function plainNumber(text: string, reading: CellReading): E164 | undefined {
  const writing = readWriting(text);
  if (typeof writing === 'string' || !hasEnoughDigits(writing)) return undefined;
  if (DIGITS_ALONE.test(writing.text)) return digitsAlone(writing.text, reading);
  if (looksLikeSomethingElse(writing.text) || hasDigitsInBracketsBehind(writing.text)) return undefined;
  const number = groupedNumber(text, writing, reading);
  if (number === undefined || mayEndRange(number, writing)) return undefined;
  return isRangeAtHome(number, writing, reading) ? undefined : number;
}

/**
 * Whether the end of a range makes a number of the country one abroad: `32 16 54 61-62` is two lines in Denmark, and not a number of
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
  return first?.startsWith(ownCode) ?? false;
}

function groupedNumber(text: string, writing: WrittenNumber, reading: CellReading): E164 | undefined {
  if (!writing.international) return bareNumber(writing, reading);
  if (!writing.text.includes('+')) return numberBehindDoubleZero(writing, reading.defaultCountry);
  if (mayBeGroups(text)) return undefined;
  const result = internationalNumber(writing);
  return 'number' in result && !isRunOn(result.number, writing) ? result.number : undefined;
}

function hasDigitsInBracketsBehind(text: string): boolean {
  // Hardly any text ends with a bracket.
  return /[)\]][-. ]*$/.test(text.slice(-4)) && DIGITS_IN_BRACKETS_BEHIND.test(text);
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

/**
 * Whether the first groups of a number that does not exist are one that does: in `+1 201 555 0123 0124` an extension or the end of a
 * second number follows.
 */
function isRunOn(number: E164, { text }: WrittenNumber): boolean {
  if (validNumber(number.slice(1)) !== undefined) return false;
  const groups = digitGroups(text);
  return groups.some((_, index) => validNumber(groups.slice(0, index).join('')) !== undefined);
}
