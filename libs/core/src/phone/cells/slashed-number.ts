import { leadingCallingCode } from '../numbering/calling-code.js';
import { validNumber } from '../numbering/phone-table.js';
import { type CellRead, type CellReading, isNumber, UNREAD } from './cell-reading.js';
import { plainNumber } from './plain-number.js';
import { nonPhoneKind } from './text/non-phone.js';

const DIGITS_OF_NUMBER = /(?:\d\D*){6}/;

/**
 * Reads a number whose pieces have slashes between them. A slash may be inside a number (`0170/1234567`), between two (`020 7946 0958 / 020
 * 7946 0959`), or before the digits that differ in a second one (`0301234567/68`). It is inside a number only if the digits before it are
 * not a number and all digits together are an existing one. Unclear cells are not read.
 */
export function slashedNumber(pieces: readonly string[], reading: CellReading): CellRead {
  const other = nonPhoneKind(pieces.map((piece) => piece.trim()).join('/'));
  if (other !== undefined) return UNREAD[other];
  const readPart = (text: string): CellRead => {
    const read = plainNumber(text, reading);
    return !isNumber(read) || validNumber(read.slice(1)) === read ? read : UNREAD.impossible;
  };
  const holdsNumber = (text: string): boolean => isNumber(readPart(text));
  const [first = ''] = pieces;
  if (holdsNumber(first)) return sameNumber(pieces, readPart);
  const whole = pieces.join(' ');
  const read = readPart(whole);
  if (!isNumber(read)) return mayBeNumbers(pieces) ? UNREAD.several_numbers : read;
  // Beginnings are tested last: each costs as much to read as a number, and a hostile cell has a hundred.
  if (beginnings(pieces).some(holdsNumber)) return UNREAD.several_numbers;
  if (/^\D*(?:\+|00)/.test(whole)) return read;
  if (isTooLongForAreaCode(first, whole)) return UNREAD.unclear;
  if (pieces.some((piece) => /^\D*(?:0|\+)/.test(piece) && holdsNumber(piece))) return UNREAD.several_numbers;
  return isCutElsewhere(pieces, read) ? UNREAD.unclear : read;
}

/** Whether all of these texts have the digits of a number. Fewer belong to the number beside them, or to something else: `1234,50`. */
export function mayBeNumbers(texts: readonly string[]): boolean {
  return texts.every((text) => DIGITS_OF_NUMBER.test(text));
}

/**
 * Whether digits before a slash are a local number rather than an area code: `949341/9341`. An area code may be long behind a zero, and
 * numbers without area codes are written in two halves of four digits.
 */
function isTooLongForAreaCode(first: string, whole: string): boolean {
  const count = (text: string): number => text.replace(/\D/g, '').length;
  return /^[1-9]/.test(first.trim()) && count(first) > 4 && count(first) * 2 >= count(whole);
}

/** The text before each slash except the first one. */
function beginnings(pieces: readonly string[]): readonly string[] {
  return pieces.slice(1, -1).map((_, index) => pieces.slice(0, index + 2).join(' '));
}

/** Digits with a calling code must have exactly that before the first slash: `46913 / 46914` is not a number in Sweden. */
function isCutElsewhere(pieces: readonly string[], read: string): boolean {
  const [first = '', ...others] = pieces.map((piece) => piece.replace(/\D/g, ''));
  const digits = first + others.join('');
  return read === `+${digits}` && leadingCallingCode(digits)?.code !== first;
}

/**
 * The number that all writings have in common. Unread if one is unread or differs; the rest is then not read, since a hostile cell has a
 * hundred writings. The reason is that of the first writing, if that is unread.
 */
export function sameNumber<Writing>(
  writings: readonly Writing[],
  read: (writing: Writing) => CellRead,
): CellRead {
  const [first, ...others] = writings;
  const number = first === undefined ? UNREAD.no_digits : read(first);
  if (!isNumber(number)) return number;
  return others.every((other) => read(other) === number) ? number : UNREAD.several_numbers;
}
