import { type E164, e164 } from '../../model/identifiers.js';
import { foldToAscii, hasPlus } from '../fold-to-ascii.js';
import { MAX_LENGTH } from '../normalize-phone.js';
import { canonicalNumber } from '../numbering/canonical-number.js';
import type { CountryCode } from '../numbering/country-code.js';
import { callingCodeOf } from '../numbering/national-number.js';
import { hasWrongLength, validNumber } from '../numbering/phone-table.js';
import { type CellRead, type CellReading, isNumber, numberOf, UNREAD, type Unread } from './cell-reading.js';
import { DIGITS_ALONE, digitsAlone } from './digits/bare-digits.js';
import { withoutShortNumbers } from './further-lines.js';
import { plainNumber } from './plain-number.js';
import { mayBeNumbers, sameNumber, slashedNumber } from './slashed-number.js';
import { annotatedNumbers, type NumberWriting } from './text/annotated-numbers.js';
import { firstOfSeveral } from './text/several-numbers.js';

export type { CellRead, CellReading };

/** The shortest numbers of any country have four digits, without the calling code. */
const FEWEST_DIGITS = /(?:\d\D*){4}/;

/** Texts with only these characters need no cleaning. */
const SEPARATORS_ALONE = /^[-\d .()]*$/;

/** Up to four digits behind the only wave dash, or a long group on each side: `02-123-4567〜8` is several lines, `02〜123〜4567` is one number. */
const LAST_OF_SEVERAL_LINES = /^[^\u301c]*\u301c\s*\S{1,4}$|^[^\u301c]*\d{5}\s*\u301c\s*\d{5,}$/;

/** Exports write `="491701234567"` so that a spreadsheet takes it as text. Others write quotes, or `=` alone. */
const AS_TEXT = /^(?:=?"([^"]*)"|=(\+?\d+)|'(.*)'|'(.*))$/s;

/** A plus sign, or the `00` that stands for one, in front of another plus sign. */
const BEFORE_PLUS = /(?:(?<![\d \t.-])00|\+)[ \t]?(?=\+)/g;
const BEFORE_DOUBLE_ZERO = /^([ \t()[\]]*)\+[ \t()[\]]*00(?!0)/;
/** A plus sign behind the digits: a program has reversed a text that is written from right to left. */
const PLUS_BEHIND = /^(\d[-\d .()]*)\+$/;

/**
 * Reads the number that a cell of a file holds. Returns undefined if it holds none, or if it is unclear which.
 *
 * A number with + or 00 is read if numbers of its calling code have that length. A number of another length is not read: digits are missing
 * or too many. A number with a calling code that no country has is read as it is: it cannot be a shortened form of another number. Labels,
 * extensions, e-mail addresses and notes in brackets are ignored. If a cell repeats one number in several formats, that number is read. If
 * it has two different numbers, the first is read when the reading asks for it, and otherwise none.
 *
 * Digits without + or 00 are read only as a valid number. No digits are added except a leading zero that a spreadsheet dropped, and the
 * given area code:
 *
 * - Without a `defaultCountry` they have to begin with a calling code. Digits alone need eleven digits and are not read as toll-free
 *   numbers. Groups need ten digits and have to show the code (`44 20 7946 0958`), since shorter ones are more often local numbers or ids.
 * - With a `defaultCountry` they are read as dialled within it. They are another country's only if there are at least ten digits, too many
 *   for a number of the default country. If both are likely, they are not read (`chooseReading`).
 * - If they are too few for a whole number of that country, they are local. They are read only if the given `areaCode` makes a valid number
 *   of them. In a column that `isLocal`, whole numbers count only as people of that country write them.
 */
export function readPhoneCell(cell: string, reading: CellReading = {}): E164 | undefined {
  return numberOf(ofOwnCountry(ofRightLength(readAny(cell, reading)), cell, reading));
}

/**
 * Returns the number in a cell even if its length is impossible. A phone that lost digits still shows that its row is data and that its
 * column holds phones.
 */
export function writtenPhone(cell: string, reading: CellReading): E164 | undefined {
  return numberOf(readAny(cell, reading));
}

/** Reads a cell as {@link readPhoneCell} does, and says why it holds no number if it holds none. */
export function readCell(cell: string, reading: CellReading = {}): CellRead {
  const read = ofOwnCountry(ofRightLength(readAny(cell, reading)), cell, reading);
  if (isNumber(read) || cell.length > MAX_LENGTH) return read;
  const text = foldToAscii(cell).trim();
  return FEWEST_DIGITS.test(text) ? read : withFewDigits(text);
}

/** The reason for a text with too few digits. It is found only on request, since most cells of most files are words. */
function withFewDigits(text: string): Unread {
  if (text === '') return UNREAD.empty;
  if (hasLostDigits(text)) return UNREAD.lost_digits;
  return /\d/.test(text) ? UNREAD.too_few_digits : UNREAD.no_digits;
}

function ofRightLength(read: CellRead): CellRead {
  return isNumber(read) && hasWrongLength(read) ? UNREAD.wrong_length : read;
}

/** If the reading is of one country alone, accepts a number abroad only if its calling code is written. */
function ofOwnCountry(read: CellRead, cell: string, reading: CellReading): CellRead {
  const { defaultCountry, isOfCountry, severalNumbers } = reading;
  if (!isOfCountry || defaultCountry === undefined || !isNumber(read)) return read;
  if (read.startsWith(`+${callingCodeOf(defaultCountry)}`)) return read;
  return readAny(cell, { severalNumbers, isNational: true }) === read ? read : UNREAD.unclear;
}

function readAny(cell: string, reading: CellReading): CellRead {
  if (reading.holdsIds && !hasPlus(cell)) return UNREAD.may_be_id;
  if (DIGITS_ALONE.test(cell)) return digitsAlone(cell, reading);
  const number = e164(cell);
  return number === undefined ? readWritten(cell.trim(), reading) : canonicalNumber(number);
}

function readWritten(cell: string, reading: CellReading): CellRead {
  if (cell.length > MAX_LENGTH) return UNREAD.other_text;
  if (LAST_OF_SEVERAL_LINES.test(cell)) return UNREAD.several_numbers;
  const folded = foldToAscii(cell).trim();
  if (!FEWEST_DIGITS.test(folded)) return UNREAD.too_few_digits;
  const plain = plainNumber(folded, reading);
  if (isNumber(plain)) return plain;
  if (SEPARATORS_ALONE.test(folded)) return readFirst(folded, reading) ?? plain;
  const text = withOnePlus(unwrap(folded));
  const digits = spreadsheetDigits(text);
  if (digits !== undefined) return digitsAlone(digits, reading);
  const inUri = numberInUri(text);
  if (inUri !== undefined) return plainNumber(inUri, reading);
  const alone = withoutCarrierOfChoice(withoutNotes(text), reading.defaultCountry);
  const read = readAnnotated(alone, reading);
  if (isNumber(read)) return read;
  return readFirst(text, reading) ?? (hasLostDigits(text) ? UNREAD.lost_digits : read);
}

/** Returns the first of several numbers, if the reading asks for it. In a column of ids there is none: the first may be an id. */
function readFirst(text: string, reading: CellReading): E164 | undefined {
  if (reading.severalNumbers !== 'first' || reading.holdsIds) return undefined;
  const read = (part: string) => numberOf(readWritten(part, { ...reading, severalNumbers: 'unknown' }));
  return (
    firstOfSeveral(text, read) ?? firstBeforeShort(text, (part) => ofWholeNumber(read(part), part, reading))
  );
}

/** The first number of a cell in which short numbers follow whole ones. */
function firstBeforeShort(text: string, read: (part: string) => E164 | undefined): E164 | undefined {
  const whole = withoutShortNumbers(text, read);
  return whole === undefined ? undefined : (read(whole) ?? firstOfSeveral(whole, read));
}

/** A number that exists, with its calling code or of the default country. */
function ofWholeNumber(
  number: E164 | undefined,
  text: string,
  { defaultCountry }: CellReading,
): E164 | undefined {
  if (number === undefined || validNumber(number.slice(1)) !== number) return undefined;
  const isHome = defaultCountry !== undefined && number.startsWith(`+${callingCodeOf(defaultCountry)}`);
  return isHome || /^[^\d+]*(?:\+|00)/.test(text) ? number : undefined;
}

function readAnnotated(text: string, reading: CellReading): CellRead {
  const writings = annotatedNumbers(text);
  if (writings === undefined) return UNREAD.other_text;
  const read = sameNumber(writings, (writing) => readNumber(writing, reading));
  if (isNumber(read) || writings.length === 1 || read === UNREAD.several_numbers) return read;
  const areNumbers = mayBeNumbers(writings.map((writing) => writing.join('')));
  return areNumbers ? UNREAD.several_numbers : UNREAD.something_else;
}

function unwrap(text: string): string {
  return (
    AS_TEXT.exec(text)
      ?.slice(1)
      .find((inside) => inside !== undefined)
      ?.trim() ?? text
  );
}

function readNumber(writing: NumberWriting, reading: CellReading): CellRead {
  const [alone = '', ...others] = writing;
  return others.length === 0 ? plainNumber(withOnePlus(alone), reading) : slashedNumber(writing, reading);
}

/** Leaves one plus sign, in front, of `++49`, `+0049`, `+ 00 49`, `00+49` and `49171...+`. */
function withOnePlus(text: string): string {
  if (!text.includes('+')) return text;
  return text.replace(BEFORE_PLUS, '').replace(BEFORE_DOUBLE_ZERO, '$1+').replace(PLUS_BEHIND, '+$1');
}

const ADDRESS = '[^\\s@;,|<>()"\']';
/**
 * An e-mail address beside a number. Behind a space it must begin with a letter: in `+41 79 123 45 67@example.com` it would begin with the
 * last digits of the number.
 */
const EMAIL = new RegExp(
  `(?:(?<=^|[;,|/<("'\\n])\\s*${ADDRESS}|(?<=\\s)\\p{L})${ADDRESS}*@${ADDRESS}+\\.\\p{L}{2,}(?=$|[\\s;,|>)"'])`,
  'gu',
);

/** Words in brackets without digits, at the beginning or the end. Between digits they may explain these digits. */
const NOTE = '[([{\u3010\u3014\u300c][^\\d+()[\\]{}]*\\p{L}[^\\d+()[\\]{}]*[)\\]}\u3011\u3015\u300d]';
const NOTE_IN_FRONT = new RegExp(`^\\s*${NOTE}`, 'u');
const NOTE_BEHIND = new RegExp(`(?:${NOTE}[\\s;,]*)+$`, 'u');

/** The sign of a footnote. */
const FOOTNOTE = /(?:\s+[\u2234\u2235\u203b\u2605\u2606\u25a0-\u25cf\u2020\u2021]+)+$/;

/** Brazilians write `0xx11` for the zero, a carrier of one's choice, and the area code 11. Elsewhere an x hides a digit. */
const CARRIER_OF_CHOICE = /(?<=^\D*|^(?:\+|00)55\D*)0[ -]?(?:xx|\*\*)(?=[)\] -]*\(?\d\d)/i;

/** Removes text that does not affect the digits: e-mail addresses, notes in brackets, footnote signs. */
function withoutNotes(text: string): string {
  const withoutEmail = text.includes('@') ? text.replace(EMAIL, '') : text;
  return withoutEmail.replace(FOOTNOTE, '').replace(NOTE_IN_FRONT, '').replace(NOTE_BEHIND, '').trim();
}

/** Removes the `xx` of a Brazilian `0xx11`. */
function withoutCarrierOfChoice(text: string, country: CountryCode | undefined): string {
  return country === 'BR' || /^\D*(?:\+|00)55/.test(text) ? text.replace(CARRIER_OF_CHOICE, '0') : text;
}

/** URIs of RFC 3966 and similar schemes. Parameters may follow the number. */
const NUMBER_URI =
  /^(?:tel|sms|smsto|callto|facetime|whatsapp):(?:\/\/)?((?:[-+.() \d]|%2b|%20)+)((?:[;?][^;?\s]*)*)$/i;
const CONTEXT = /[;?]phone-context=(?:\+|%2b)(\d(?:[-.()]*\d){0,13})(?:[;?]|$)/i;

/** RFC 3261: the user of a SIP address may be a number. With a plus sign it is one. */
const SIP = /^sips?:\+(\d+)(?:;[^@\s]*)?@\S+$/i;
/** Messenger addresses hold the number with its calling code, mostly without a plus sign. */
const MESSENGERS = [
  /^(?:https?:\/\/)?(?:www\.)?wa\.me\/(?:\+|%2b)?(\d+)\/?(?:\?\S*)?$/i,
  /^(?:https?:\/\/)?t\.me\/(?:\+|%2b)(\d+)\/?(?:\?\S*)?$/i,
  /^(\d+)@(?:s\.whatsapp\.net|c\.us)$/i,
];
const MESSENGER_QUERY =
  /^(?:(?:https?:\/\/)?(?:(?:api|web|www)\.)?whatsapp\.com\/send\/?|whatsapp:\/\/send\/?|viber:\/\/(?:chat|add|contact))\?(\S+)$/i;

/** The phone number in a URI or an address, as unread text. Undefined for any other text. */
export function numberInUri(text: string): string | undefined {
  const digits =
    [SIP, ...MESSENGERS].map((pattern) => pattern.exec(text)?.[1]).find(Boolean) ?? inQuery(text);
  if (digits !== undefined) return `+${digits}`;
  const [, written, parameters = ''] = NUMBER_URI.exec(text) ?? [];
  if (written === undefined) return undefined;
  const number = written.replace(/%2b/gi, '+').replace(/%20/g, ' ');
  const context = CONTEXT.exec(parameters)?.[1]?.replace(/\D/g, '');
  return context === undefined || number.includes('+') ? number : `+${context} ${number}`;
}

function inQuery(text: string): string | undefined {
  const query = MESSENGER_QUERY.exec(text)?.[1];
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  // A plus sign in a query stands for a space.
  const value = (parameters.get('phone') ?? parameters.get('number') ?? '').trim();
  return /^\+?(\d+)$/.exec(value)?.[1];
}

/** `1.4155552671E+10`, or `1,4155552671E+10` with a decimal comma. */
const EXPONENT_FORM = /^([1-9])[.,](\d{6,14})e\+?(\d{1,2})$/i;
/** An exponent form with any number of digits. */
const EXPONENT = /^[1-9](?:[.,]\d{1,14})?e\+?\d{1,2}$/i;
const FLOAT = /^([1-9]\d{6,14})[.,]0{1,2}$/;
/**
 * Digits with commas or apostrophes between thousands, except round millions, which are a price. Dots and spaces are not included, since
 * phone numbers have them.
 */
const GROUPED = /^[1-9]\d{0,2}([,'])\d{3}(?:\1\d{3}){1,3}(?<!(?:[,']000){2})(?:\.0{1,2})?$/;

/**
 * The digits of a whole number as spreadsheets and programs write it. Undefined for any other text. The exponent form must have all
 * digits: `1.41556E+10` has lost some, and fewer digits than places may be rounded.
 */
export function spreadsheetDigits(text: string): string | undefined {
  const float = FLOAT.exec(text)?.[1];
  if (float !== undefined) return float;
  if (GROUPED.test(text)) return text.replace(/\.0+$/, '').replace(/\D/g, '');
  const [, first, others, exponent] = EXPONENT_FORM.exec(text) ?? [];
  if (first === undefined || others === undefined || others.length !== Number(exponent)) return undefined;
  return first + others;
}

/** Whether a text that {@link spreadsheetDigits} refuses is a number that a spreadsheet has rounded: `1.41556E+10`. */
function hasLostDigits(text: string): boolean {
  return EXPONENT.test(text);
}
