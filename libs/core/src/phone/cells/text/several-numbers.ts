import type { E164 } from '../../../model/identifiers.js';
import { readWriting } from '../../normalize-phone.js';
import { validNumber } from '../../numbering/phone-table.js';
import { isFaxWord, rolesOf, type WordRole } from './cell-words.js';
import { isNonPhone } from './non-phone.js';

type ReadPart = (part: string) => E164 | undefined;

/** Separators that never occur inside a number, among them a slash between spaces, and a space before a plus sign. */
const BETWEEN_NUMBERS = /\s*(?:[;|,&\n\r]|:{2,}|\/{2,})\s*|\s+\/\s+|(?<=\d)\s+(?=\(?\+)/;
/** An area code in brackets. */
const AREA_CODE = /^\D*?\((\d{1,5})\)/;
const WORD = /[\p{L}\p{M}]+|\p{So}/gu;
/** Words that make a line beside a fax word a telephone too. */
const PHONE_WORD = /^(?:t|tel|tele|telefon|phone|fon)$/i;
const WORD_BETWEEN = /(\s+[\p{L}\p{M}]+\s+)/u;
/** A word with a colon behind the digits of a number: `030 123456 Fax: 030 123457`. */
const LABEL_BEHIND = /(?<=\d\)?)(\s+[\p{L}\p{M}]+(?=\.?\s?:))/u;

/** Separators that may also stand inside a number, before an extension or in a range. */
const BETWEEN_OR_INSIDE = [/\s+-+\s+/, /\s*\/\s*/];
/** The fewest digits of a number. Extensions and the ends of ranges have fewer. */
const FEWEST_DIGITS = 6;
/** The fewest digits of a number with a trunk zero. Ids with a leading zero mostly have fewer. */
const FEWEST_WITH_TRUNK_ZERO = 9;
const MOST_OF_ONE = 15;
const SHOWS_ITS_BEGINNING = /^[^\d+]*[+0]/;

/** The first of several numbers. Undefined unless every part between separators is a number by itself. */
export function firstOfSeveral(text: string, read: ReadPart): E164 | undefined {
  const parts = clearlyApart(text);
  return parts.length === 1
    ? firstOfWhole(text, read)
    : firstIfAll(parts, (part) => read(part) ?? firstOfWhole(part, read));
}

/** The texts of the numbers that a cell seems to hold, readable or not. One text if there is no separator. */
export function partsOfSeveral(text: string): readonly string[] {
  const parts = clearlyApart(text);
  const [whole] = parts.length > 1 ? [parts] : wholeParts(text);
  return whole ?? parts;
}

function clearlyApart(text: string): readonly string[] {
  return text
    .split(BETWEEN_NUMBERS)
    .flatMap(betweenWords)
    .flatMap(beforeLabels)
    .flatMap(beforeSameBrackets)
    .filter((part) => part.trim() !== '');
}

function betweenWords(text: string): readonly string[] {
  const parts = [''];
  for (const piece of text.split(WORD_BETWEEN)) {
    if (rolesOf(piece.trim()).includes('connective')) parts.push('');
    else parts.push((parts.pop() ?? '') + piece);
  }
  // A separating word at the beginning or the end leaves an empty part, so it separates nothing.
  return parts.length > 1 && parts.some((part) => part.trim() === '') ? [text] : parts;
}

function beforeLabels(text: string): readonly string[] {
  const parts = [''];
  for (const piece of text.split(LABEL_BEHIND)) {
    if (rolesOf(piece.trim()).some(isLabel) && parts.at(-1) !== '') parts.push(piece);
    else parts.push((parts.pop() ?? '') + piece);
  }
  return parts;
}

function beforeSameBrackets(text: string): readonly string[] {
  const [, areaCode] = AREA_CODE.exec(text) ?? [];
  return areaCode === undefined ? [text] : text.split(new RegExp(`(?<=\\d)\\s+(?=\\(${areaCode}\\))`));
}

function isLabel(role: WordRole): boolean {
  return role === 'label' || role === 'short_label';
}

/** The first of several whole numbers that a slash, or a dash between spaces, separates. */
function firstOfWhole(text: string, read: ReadPart): E164 | undefined {
  const whole: ReadPart = (part) => {
    const number = read(part);
    return number !== undefined && validNumber(number.slice(1)) === number ? number : undefined;
  };
  for (const parts of wholeParts(text)) {
    const first = mayBeOne(parts, read) ? undefined : firstIfAll(parts, whole);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The parts that may be whole numbers, for each separator that may also stand inside a number. */
function wholeParts(text: string): readonly (readonly string[])[] {
  return BETWEEN_OR_INSIDE.map((separator) => text.split(separator)).filter(
    (parts) => parts.length > 1 && areLongEnough(parts),
  );
}

/**
 * Whether each part has the digits of a whole number: it begins with a zero or a plus sign, or has as many digits as the first one. Other
 * parts may be an extension, or only the digits that differ from the first one's: `030 12345678/12345679`.
 */
function areLongEnough(parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const count = (part: string): number => part.replace(/\D/g, '').replace(/^0/, '').length;
  return (
    parts.every((part) => count(part) >= FEWEST_DIGITS) &&
    others.every((part) => SHOWS_ITS_BEGINNING.test(part) || count(part) === count(first))
  );
}

/** Whether the parts may be one number, or one value of another kind, such as a range of prices. */
function mayBeOne(parts: readonly string[], read: ReadPart): boolean {
  if (isNonPhone(parts.join('-'))) return true;
  const digits = parts.join('').replace(/\D/g, '');
  if (digits.length > MOST_OF_ONE) return false;
  return validNumber(digits) !== undefined || read(parts.join(' ')) !== undefined;
}

/**
 * The first part if it is a number and each other one is a number too, or has as many digits as one. A fax counts as first only if all
 * parts are faxes.
 */
function firstIfAll(parts: readonly string[], read: ReadPart): E164 | undefined {
  const at = Math.max(
    0,
    parts.findIndex((part) => !isFax(part)),
  );
  const first = parts[at] ?? '';
  const others = parts.filter((_, index) => index !== at);
  const number = read(first);
  const isNumber = (part: string): boolean => isWrittenLike(first, part) || read(part) !== undefined;
  return number !== undefined && others.every(isNumber) ? number : undefined;
}

/** Whether a label marks a number as a fax only, unlike `Tel./Fax`. */
export function isFax(part: string): boolean {
  const words = part.match(WORD) ?? [];
  return words.some(isFaxWord) && !words.some((word) => PHONE_WORD.test(word));
}

/**
 * Whether a part is written like the first one: both international or both national, with as many digits. It need not be valid: in
 * `0612345678/0712345678` the second number does not exist in France, which does not make the first one doubtful.
 */
function isWrittenLike(first: string, part: string): boolean {
  const writings = [first, part].map(readWriting);
  const [one, other] = writings.map((writing) => (typeof writing === 'string' ? undefined : writing));
  if (one === undefined || other === undefined || one.digits.length !== other.digits.length) return false;
  const isMarked = one.international ? other.international : /^0/.test(one.digits) && /^0/.test(other.digits);
  return isMarked && other.digits.length >= FEWEST_WITH_TRUNK_ZERO && !isNonPhone(other.text);
}
