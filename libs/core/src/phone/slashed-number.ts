import { leadingCallingCode } from './calling-code.js';
import type { CountryCode } from './country-code.js';
import type { E164 } from './e164.js';
import { looksLikeSomethingElse } from './look-alike.js';
import { validNumber } from './phone-table.js';
import { MOST_DIGITS, plainNumber } from './plain-number.js';
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
  // A piece has a digit at least, so what has more pieces is no number.
  const beginnings = pieces.slice(0, MOST_DIGITS).map((_, index) => pieces.slice(0, index + 1).join(' '));
  const whole = pieces.length > MOST_DIGITS ? '' : (beginnings.pop() ?? '');
  if (beginnings.some((beginning) => number(beginning) !== undefined)) return sameNumber(pieces, number);
  const read = number(whole);
  if (read === undefined || /^\D*(?:\+|00)/.test(whole)) return read;
  const isNumberBehind = pieces.some((piece) => /^\D*(?:0|\+)/.test(piece) && number(piece) !== undefined);
  return isNumberBehind || isCutElsewhere(pieces, read) ? undefined : read;
}

/** Digits that are read with a calling code have to have it in front of the slash: `46913 / 46914` is no number in Sweden. */
function isCutElsewhere(pieces: readonly string[], read: E164): boolean {
  const [first = '', ...others] = pieces.map((piece) => piece.replace(/\D/g, ''));
  const digits = first + others.join('');
  return read === `+${digits}` && leadingCallingCode(digits)?.code !== first;
}
