import { type E164, e164 } from '../../model/e164.js';
import { foldToAscii, hasPlus } from '../fold-to-ascii.js';
import { canonicalNumber } from '../numbering/canonical-number.js';
import { callingCodeOf } from '../numbering/national-number.js';
import { hasWrongLength } from '../numbering/phone-table.js';
import { MAX_LENGTH } from '../written-number.js';
import { type CellRead, isNumber, numberOf, UNREAD, type Unread } from './cell-read.js';
import type { CellReading } from './cell-reading.js';
import { DIGITS_ALONE, digitsAlone } from './digits/bare-digits.js';
import { plainNumber } from './plain-number.js';
import { mayBeNumbers, sameNumber, slashedNumber } from './slashed-number.js';
import { annotatedNumbers, type NumberWriting } from './text/annotated-numbers.js';
import { withoutCarrierOfChoice, withoutNotes } from './text/cell-notes.js';
import { numberInUri } from './text/phone-uri.js';
import { firstOfSeveral } from './text/several-numbers.js';
import { hasLostDigits, spreadsheetDigits } from './text/spreadsheet-number.js';

export type { CellRead, CellReading };

/** The shortest numbers of any country have four digits, without the calling code. */
const FEWEST_DIGITS = /(?:\d\D*){4}/;

/** A text without other signs has nothing to remove. */
const SEPARATORS_ALONE = /^[-\d .()]*$/;

/** Up to four digits behind the only wave dash: `02-123-4567〜8` is several lines, `02〜123〜4567` is one number. */
const LAST_OF_SEVERAL_LINES = /^[^\u301c]*\u301c\s*\S{1,4}$/;

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
 * or too many. A number with a calling code that no country has is read as it is: it cannot be a shortened form of another number. Labels, extensions, e-mail addresses and notes in brackets are ignored. If a cell repeats one number in several formats, that
 * number is read. If it has two different numbers, the first is read when the reading asks for it, and otherwise none.
 *
 * Digits without + or 00 are read only as a valid number. No digits are added except a leading zero that a spreadsheet dropped, and the
 * given area code:
 *
 * - Without a `defaultCountry` they have to begin with a calling code. Digits alone need eleven digits and are not read as toll-free
 *   numbers. Groups need ten digits and have to show the code (`44 20 7946 0958`), since shorter ones are more often local numbers or ids.
 * - With a `defaultCountry` they are read as dialled within it. They are another country's only if there are at least ten digits, too many
 *   for a number of the default country. If both are likely, they are not read (`chooseReading`).
 * - If they are too few for a whole number of that country, they are local. They are read only if the given `areaCode` makes a valid
 *   number of them. In a column that `isLocal`, whole numbers count only as people of that country write them.
 */
export function readPhoneCell(cell: string, reading: CellReading = {}): E164 | undefined {
  return numberOf(ofOwnCountry(ofRightLength(readAny(cell, reading)), cell, reading));
}

/**
 * Returns the number in a cell even if its length is impossible. A phone that lost digits still shows that its row is data and that its column
 * holds phones.
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

/** Distinguished only on request, since most cells of most files are words. */
function withFewDigits(text: string): Unread {
  if (text === '') return UNREAD.empty;
  if (hasLostDigits(text)) return UNREAD.lost_digits;
  return /\d/.test(text) ? UNREAD.too_few_digits : UNREAD.no_digits;
}

function ofRightLength(read: CellRead): CellRead {
  return isNumber(read) && hasWrongLength(read) ? UNREAD.wrong_length : read;
}

/** A number abroad counts only with the calling code that is written in front of it, where the reading says so. */
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

/** The first of several numbers, if the reading asks for it. In a column of ids, it may be an id. */
function readFirst(text: string, reading: CellReading): E164 | undefined {
  if (reading.severalNumbers !== 'first' || reading.holdsIds) return undefined;
  return firstOfSeveral(text, (part) =>
    numberOf(readWritten(part, { ...reading, severalNumbers: 'unknown' })),
  );
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
