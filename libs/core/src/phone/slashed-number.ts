import { leadingCallingCode } from './calling-code.js';
import type { CountryCode } from './country-code.js';
import type { E164 } from './e164.js';
import { looksLikeSomethingElse } from './look-alike.js';
import { validNumber } from './phone-table.js';
import { plainNumber } from './plain-number.js';
import { sameNumber } from './same-number.js';

/**
 * The number of pieces with slashes between them, undefined when it cannot be told which. A slash stands within a number
 * (`0170/1234567`), between two (`020 7946 0958 / 020 7946 0959`) or in front of what is different in the second (`0301234567/68`):
 * it is within one only if what comes before it is none by itself, and all of it is one that exists.
 */
export function slashedNumber(
  pieces: readonly string[],
  defaultCountry: CountryCode | undefined,
): E164 | undefined {
  if (looksLikeSomethingElse(pieces.map((piece) => piece.trim()).join('/'))) return undefined;
  const number = (text: string): E164 | undefined => {
    const read = plainNumber(text, defaultCountry);
    return read !== undefined && validNumber(read.slice(1)) === read ? read : undefined;
  };
  const [first = ''] = pieces;
  if (number(first) !== undefined) return sameNumber(pieces, number);
  const whole = pieces.join(' ');
  const read = number(whole);
  // Only now, as each beginning costs as much to read: a hostile cell has a hundred.
  if (read === undefined || beginnings(pieces).some((text) => number(text) !== undefined)) return undefined;
  if (/^\D*(?:\+|00)/.test(whole)) return read;
  const isNumberBehind = pieces.some((piece) => /^\D*(?:0|\+)/.test(piece) && number(piece) !== undefined);
  return isNumberBehind || isCutElsewhere(pieces, read) ? undefined : read;
}

/** What comes before each slash but the first one. */
function beginnings(pieces: readonly string[]): readonly string[] {
  return pieces.slice(1, -1).map((_, index) => pieces.slice(0, index + 2).join(' '));
}

/** Digits that are read with a calling code have to have it in front of the slash: `46913 / 46914` is no number in Sweden. */
function isCutElsewhere(pieces: readonly string[], read: E164): boolean {
  const [first = '', ...others] = pieces.map((piece) => piece.replace(/\D/g, ''));
  const digits = first + others.join('');
  return read === `+${digits}` && leadingCallingCode(digits)?.code !== first;
}
