import type { E164 } from '../../model/e164.js';
import { leadingCallingCode } from '../numbering/calling-code.js';
import { validNumber } from '../numbering/phone-table.js';
import type { CellReading } from './cell-reading.js';
import { plainNumber } from './plain-number.js';
import { looksLikeSomethingElse } from './text/look-alike.js';

/**
 * Reads the number whose pieces have slashes between them. Returns undefined if it is unclear which. A slash may stand inside a
 * number (`0170/1234567`), between two (`020 7946 0958 / 020 7946 0959`), or before the digits that differ in a second one
 * (`0301234567/68`). It is inside a number only if the digits before it are no number and all digits are one that exists.
 */
export function slashedNumber(pieces: readonly string[], reading: CellReading): E164 | undefined {
  if (looksLikeSomethingElse(pieces.map((piece) => piece.trim()).join('/'))) return undefined;
  const number = (text: string): E164 | undefined => {
    const read = plainNumber(text, reading);
    return read !== undefined && validNumber(read.slice(1)) === read ? read : undefined;
  };
  const [first = ''] = pieces;
  if (number(first) !== undefined) return sameNumber(pieces, number);
  const whole = pieces.join(' ');
  const read = number(whole);
  // The beginnings come last: each costs as much to read, and a hostile cell has a hundred.
  if (read === undefined || beginnings(pieces).some((text) => number(text) !== undefined)) return undefined;
  if (/^\D*(?:\+|00)/.test(whole)) return read;
  if (isTooLongForAreaCode(first, whole)) return undefined;
  const isNumberBehind = pieces.some((piece) => /^\D*(?:0|\+)/.test(piece) && number(piece) !== undefined);
  return isNumberBehind || isCutElsewhere(pieces, read) ? undefined : read;
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

/** Digits with a calling code must have exactly that before the first slash: `46913 / 46914` is no number in Sweden. */
function isCutElsewhere(pieces: readonly string[], read: E164): boolean {
  const [first = '', ...others] = pieces.map((piece) => piece.replace(/\D/g, ''));
  const digits = first + others.join('');
  return read === `+${digits}` && leadingCallingCode(digits)?.code !== first;
}

/**
 * The number that all of these writings are read as. Undefined if two differ or one is none: the rest is then not read, since a
 * hostile cell has a hundred writings.
 */
export function sameNumber<Writing>(
  writings: readonly Writing[],
  read: (writing: Writing) => E164 | undefined,
): E164 | undefined {
  const [first, ...others] = writings;
  const number = first === undefined ? undefined : read(first);
  return number !== undefined && others.every((other) => read(other) === number) ? number : undefined;
}
