import { validNumber } from '../../numbering/phone-table.js';

const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:19|20)\\d\\d';
/** Years of invoices. Later four-digit groups begin numbers in Uruguay (`2094-0699`) and German area codes. */
const RECENT_YEAR = '20[0-3]\\d';
/** Also years of the Persian, Islamic and Thai calendars, and years that programs write for a missing date. */
const ANY_YEAR = '(?:(?:1[349]|2[05])\\d\\d|0001|1899|9999)';
/** The first day of a period, before the last one: `21.-` or `21.11.-`. */
const FIRST_DAY = `(?:${DAY}\\.(?:${DAY}\\.)?-)?`;
const HOUR = '(?:[01]?\\d|2[0-4])(?:\\.[0-5]\\d)?';
const HOURS = `${HOUR}-${HOUR}`;
/** Degrees of a coordinate, which begin with a zero only before the point. Two of them are not a phone number. */
const DEGREES = '-?(?:0|[1-9]\\d?|1[0-7]\\d)\\.\\d{2,}';

/**
 * Texts without signs: dates, round millions, and an invoice number behind its year. Four digits whose second is not zero are no invoice
 * number here: Danes write phones as `2024 0123`. Dates with a two-digit year are excluded, since numbers in Greenland look like them.
 */
const WRITTEN_WITH_SPACES = new RegExp(
  `^(?:${YEAR} ${DAY} ${DAY}(?: .*)?|${DAY} ${DAY} ${YEAR}(?: .*)?|[1-9]\\d{0,2}(?: 000){2,}|${RECENT_YEAR} +(?:00[\\d ]*|\\d{5,6}))$`,
);

/** Texts with signs, without spaces around these. */
const WRITINGS = [
  // Dates, also with a time or the end of a period.
  `${FIRST_DAY}(?:${ANY_YEAR}[-./]${DAY}[-./]${DAY}|${DAY}[-./]${DAY}[-./]${ANY_YEAR})(?!\\d).*`,
  `(?:${FIRST_DAY}${DAY}[-./]${DAY}[-./]\\d\\d|\\d\\d[-./]${DAY}[-./]${DAY})\\.?(?: ${HOUR}(?:\\.\\d\\d)?)?`,
  // Months, years with a week or an invoice number, and their periods.
  `${MONTH}[-./]${YEAR}(?:-${MONTH}[-./]${YEAR})?`,
  `${YEAR}[-/](?:${YEAR}|\\d{1,3}|0\\d+(?:[-/]\\d+)+)|[1-9]\\d{0,5}/${YEAR}`,
  `${RECENT_YEAR}[-/](?:0\\d+|${MONTH}-\\d{3,5}|\\d\\d/\\d+|\\d{5,6})`,
  `${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])-\\d{1,6}`,
  '00\\d(?:-00\\d+)+',
  `${HOURS}(?:[ /]${HOURS})*`,
  // A decimal. It does not begin with a zero and another digit, as the number `079.1234567` does. Italians write `347.1234567`, which is
  // too large for degrees.
  '(?!(?:18[1-9]|19\\d|[2-9]\\d\\d)\\.\\d{6,7}$)(?:0|[1-9]\\d*)\\.\\d+',
  `${DEGREES}[-/ ]${DEGREES}`,
  // A version: one of its parts is a zero.
  '\\d+(?:\\.\\d+)*\\.0[-.].*',
  // Ids with check digits: Brazil; Chile and Uruguay; Hungary; German tax numbers; books.
  '\\d{3}\\.\\d{3}\\.\\d{3}-\\d\\d',
  '[1-9]\\d?\\.\\d{3}\\.\\d{3}-\\d|(?:[1-9]\\d-)?[1-9]\\d{6,8}-\\d',
  '\\d{8}-\\d-\\d\\d',
  '[1-9]\\d{1,2}/\\d{3}/\\d{5}|[1-9]\\d\\d/\\d{4}/\\d{4}',
  '(?:97[89]-)?(?=(?:\\d-?){10}$)\\d{1,2}-\\d{2,7}-\\d{2,6}-\\d',
  // Round millions, a price, and a truncated number.
  '[1-9]\\d{0,2}(?:\\.000){2,}',
  '.*\\.-+',
  '.*\\.\\.',
];
const WRITTEN_WITH_SIGNS = new RegExp(`^(?:${WRITINGS.join('|')})$`);

/**
 * Two decimals with signs. No phone number is written as two digits, a dot and four digits or more, twice. Three digits may be a calling
 * code, so that more must follow them.
 */
const COORDINATES = /^[-+]?(?:\d{1,2}\.\d{4,}|\d{3}\.\d{5,})[-+ ][-+]?\d{1,3}\.\d{3,}$/;

const FIVE_DIGITS = /(?:\d\D*){5}/;
const BRACKETS_AT_END = /^[([] ?\d{1,4} ?[)\]][. ]*$/;
const SPACE_AROUND_SIGN = /[ \t]*([-./])[ \t]*/g;
const FOUR_PARTS = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;
const ID_OF_KOREAN_FIRM = /^[1-6]\d\d-\d\d-\d{5}$/;
const TWO_VALUES = /^([1-9]\d{0,2}(?:[. ]\d{3})+|[1-9]\d*)-([1-9]\d{0,2}(?:[. ]\d{3})+|[1-9]\d*)$/;

/**
 * Classifies a text of ASCII digits and separators that is not one phone number: a date, a decimal, a coordinate, an IP address and so on
 * (`something_else`), a truncated number (`lost_digits`), or one with more behind it (`extra_digits`). Undefined if it looks like none of
 * them.
 */
export function nonPhoneKind(text: string): 'something_else' | 'lost_digits' | 'extra_digits' | undefined {
  if (endsInBrackets(text)) return 'extra_digits';
  if (text.includes('+')) {
    if (!text.includes('.')) return undefined;
    if (text.endsWith('..')) return 'lost_digits';
    return COORDINATES.test(withoutSpaces(text)) ? 'something_else' : undefined;
  }
  if (!/[-./]/.test(text)) return WRITTEN_WITH_SPACES.test(text) ? 'something_else' : undefined;
  const tight = withoutSpaces(text);
  const isOther = WRITTEN_WITH_SIGNS.test(tight) || isIpAddress(tight) || isRange(tight) || isFirmId(tight);
  if (!isOther) return undefined;
  return tight.endsWith('..') ? 'lost_digits' : 'something_else';
}

/** Whether a text of ASCII digits and separators is not one phone number, as {@link nonPhoneKind} says. */
export function isNonPhone(text: string): boolean {
  return nonPhoneKind(text) !== undefined;
}

/** Brackets at the end hold an extension, or the last digits of a second number. Not in `+683 (7012)`, which is one number. */
function endsInBrackets(text: string): boolean {
  const last = Math.max(text.lastIndexOf('('), text.lastIndexOf('['));
  return last > 0 && BRACKETS_AT_END.test(text.slice(last)) && FIVE_DIGITS.test(text.slice(0, last));
}

/** Removes the spaces around signs: `2026. 11. 21.` and `1 - 2` are also written without them. */
function withoutSpaces(text: string): string {
  return /[ \t][-./]|[-./][ \t]/.test(text) ? text.replace(SPACE_AROUND_SIGN, '$1') : text;
}

/**
 * Whether a text looks like an IP address, but not like four pairs of digits, as several countries write phone numbers. In an address,
 * either all parts are padded or none is.
 */
function isIpAddress(text: string): boolean {
  if (!FOUR_PARTS.test(text)) return false;
  const [address = '', network] = text.split('/');
  const parts = address.split('.');
  if (parts.some((part) => Number(part) > 255)) return false;
  if (parts.every((part) => part.length === 3)) return true;
  if (parts.some((part) => /^0\d/.test(part))) return false;
  return network !== undefined || parts.some((part) => part.length !== 2);
}

/** Whether a text looks like an IP address and like no other kind of non-phone. */
export function isOnlyAddress(text: string): boolean {
  return isIpAddress(text) && !text.includes('/') && !WRITTEN_WITH_SIGNS.test(text);
}

/** Whether a text is a range such as `1001-5000` employees: from a round value, or one more, to a round value up to ten times as large. */
function isRange(text: string): boolean {
  const [from = 0, to = 0] = (TWO_VALUES.exec(text) ?? [])
    .slice(1)
    .map((value) => Number(value.replace(/\D/g, '')));
  return to % 100 === 0 && (from < 100 || from % 100 <= 1) && from < to && to <= 10 * from;
}

/** Whether a text is the id of a Korean firm. A Congolese number with its calling code has the same form: `243-12-34567`. */
function isFirmId(text: string): boolean {
  return ID_OF_KOREAN_FIRM.test(text) && validNumber(text.replace(/-/g, '')) === undefined;
}
