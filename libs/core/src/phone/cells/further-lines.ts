import type { E164 } from '../../model/identifiers.js';
import type { WrittenNumber } from '../normalize-phone.js';
import { countryPlan, leadingCallingCode } from '../numbering/calling-code.js';
import type { CountryCode } from '../numbering/country-code.js';
import { validNumber } from '../numbering/phone-table.js';
import { formatOf, mostWholeDigits } from '../numbering/whole-number.js';
import { isNonPhone } from './text/non-phone.js';
import { isFax } from './text/several-numbers.js';

/** Up to four digits behind the last dash, and the group and the separator in front of that dash. */
const LAST_DASH = /(?<separator>\D*)(?<before>\d+)[)\]]?(?<dash> *-+ *)(?<end>\d{1,4})[-. ]*$/;

/** With more digits, the end is a group of the number, unless it continues the digits before it by a few lines. */
const MOST_DIGITS_OF_ANY = 2;
const MOST_LINES = 20;

/** Behind fewer digits, the end is a group of the number. */
const FEWEST_OF_FIRST_LINE = 4;

/** The countries that write a direct dial behind a dash, by calling code: `030 264811-19`. The direct dial is part of the number. */
const DIRECT_DIAL: Readonly<Record<string, CountryCode>> = { '43': 'AT', '49': 'DE' };

/** Local numbers have at most this many digits with a direct dial, unless no other reading is possible. */
const MOST_LOCAL_DIGITS = 8;

/** A group of this many digits is a local number, and a digit behind it is hardly part of it. */
const FEWEST_OF_LOCAL = 6;

/**
 * Whether the last digits of a number may be the end of a range of lines: `(021) 520-1234-5` in Indonesia is `...1234` and `...1235`. Then
 * the digits in front of the dash are a number by themselves, or a local one that its plan no longer has: `021-2345678-9` in Iran. Pairs of
 * digits, as in `47-32-83`, end no range. If no plan has the whole number, it is enough that the end counts on.
 */
export function mayEndRange(number: E164, writing: WrittenNumber): boolean {
  // Most texts have no dash, and the expression begins anew at each of their digits.
  if (!writing.text.includes('-')) return false;
  const { before = '', dash = '', end = '', separator } = LAST_DASH.exec(writing.text)?.groups ?? {};
  if (end === '' || !number.endsWith(before + end)) return false;
  if (end.length > MOST_DIGITS_OF_ANY) return countsOn(before, end) && isNumberWithout(end, number, writing);
  if (
    before.length >= FEWEST_OF_FIRST_LINE &&
    countsOn(before, end) &&
    validNumber(number.slice(1)) === undefined
  ) {
    return true;
  }
  const isBehindLocal = end.length === 1 && before.length >= FEWEST_OF_LOCAL;
  if (!isBehindLocal && !isNumberWithout(end, number, writing)) return false;
  const callingCode = leadingCallingCode(number.slice(1));
  const country = callingCode && DIRECT_DIAL[callingCode.code];
  if (callingCode === undefined || country === undefined)
    return separator !== dash || before.length !== end.length;
  // 0 is the direct dial of the switchboard.
  if (end === '0') return false;
  if (dash !== '-') return separator !== dash;
  if (localDigits(number, writing) <= MOST_LOCAL_DIGITS) return false;
  if (number.length - 1 - callingCode.code.length > mostWholeDigits(country)) return true;
  return end > before.slice(-end.length);
}

/** The text in front of a last dash that up to four digits follow. Undefined if it has no such dash. */
export function beforeLastDash(text: string): string | undefined {
  const { end } = LAST_DASH.exec(text)?.groups ?? {};
  return end === undefined ? undefined : text.slice(0, text.lastIndexOf(end)).replace(/[- ]+$/, '');
}

/**
 * The text in front of a last dash with one or two digits that count up from those before it. It shows where a number begins, or is in
 * groups.
 */
export function beforeLaterLine(text: string): string | undefined {
  const { before = '', end = '' } = LAST_DASH.exec(text)?.groups ?? {};
  if (end === '' || end.length > MOST_DIGITS_OF_ANY || Number(end) <= Number(before.slice(-end.length)))
    return undefined;
  const first = beforeLastDash(text);
  return first !== undefined && /^[([ ]*[+0]|\d\D+\d/.test(first) ? first : undefined;
}

/** Whether the texts can be the first and the last line of a range: `1234` and `1240`. */
function countsOn(before: string, end: string): boolean {
  const lines = Number(end) - Number(before.slice(-end.length));
  return before.length >= end.length && lines > 0 && lines <= MOST_LINES;
}

/** Whether the digits without the last ones are a number too, also if their zero is then not a trunk prefix: `01 10 55 87-1` in Gabon. */
function isNumberWithout(end: string, number: E164, { digits, international }: WrittenNumber): boolean {
  if (validNumber(number.slice(1, -end.length)) !== undefined) return true;
  const callingCode = international ? '' : (leadingCallingCode(number.slice(1))?.code ?? '');
  return validNumber(callingCode + digits.slice(0, -end.length)) !== undefined;
}

/** How many digits follow the area code. Without a zero or a calling code in front, none is written. */
function localDigits(number: E164, { digits, international }: WrittenNumber): number {
  if (!international && !digits.startsWith('0')) return digits.length;
  const callingCode = leadingCallingCode(number.slice(1));
  if (callingCode === undefined) return digits.length;
  const national = number.slice(1 + callingCode.code.length);
  const format = formatOf(national, countryPlan(callingCode, national) ?? callingCode.main);
  const [, areaCode = ''] = format?.pattern.exec(national) ?? [];
  return national.length - areaCode.length;
}

/** Separators between numbers. A comma needs a space behind it, unlike that of a price. */
const BETWEEN = /(\s*[;|&\n\r/]\s*|\s*,\s+)/;
const NEVER_INSIDE = /[;|\n\r]/;

/** The last digits of another line, which differ from the first: `266-60-95/96`. */
const LAST_DIGITS = /^\d{1,4}$/;
/** A local number, or one of a service, which some countries write with a star: `*2700`. */
const SHORT_NUMBER = /^\*?\d(?:[- ]?\d){1,6}#?$/;
/** Digits in groups, or with a plus sign. Digits alone before a slash may be an id or a date, and an extension may follow them. */
const IN_GROUPS = /\+|\d\D+\d/;

/**
 * A cell without the short numbers that follow whole ones: `266-60-95` of `266-60-95/96/97`, and `497 18 64` of `497 18 64; 1919`. Undefined if it
 * has none, or if they may be part of the number in front of them.
 */
export function withoutShortNumbers(
  text: string,
  read: (part: string) => E164 | undefined,
): string | undefined {
  const [first = '', ...others] = text.split(BETWEEN);
  let last = first;
  let kept = first;
  for (let at = 1; at < others.length; at += 2) {
    const separator = others[at - 1] ?? '';
    const part = others[at] ?? '';
    if (isShort(separator, part.trim()) && !mayBeOne(last, separator, part, read)) continue;
    kept += separator + part;
    last = part;
  }
  return kept === text ? undefined : kept;
}

function isShort(separator: string, part: string): boolean {
  return (separator.includes('/') ? LAST_DIGITS : SHORT_NUMBER).test(part);
}

/**
 * Whether the short digits may be part of the number, or both part of another kind of value, such as a date. Behind a fax, the short digits
 * are the phone.
 */
function mayBeOne(
  number: string,
  separator: string,
  short: string,
  read: (part: string) => E164 | undefined,
): boolean {
  if (NEVER_INSIDE.test(separator)) return isFax(number);
  if (!IN_GROUPS.test(number) || isNonPhone(`${number}/${short}`.trim())) return true;
  const digits = (number + short).replace(/\D/g, '');
  return validNumber(digits) !== undefined || read(`${number} ${short}`) !== undefined;
}
