import { isNonPhone } from '../../phone/cells/text/non-phone.js';
import { foldToAscii, hasPlus } from '../../phone/fold-to-ascii.js';

/** Longer cells are prose. */
const MAX_DIALABLE_LENGTH = 40;

/** Digits alone, as in phones, ids, order numbers and barcodes. */
const BARE_DIGITS = /^\s*\d+(?:\.0)?\s*$/;

/** Digits in brackets, which ids do not have: `2026-00123`, `552 100 554`. Brackets around words are notes: `2026-00123 (copy)`. */
const DIGITS_IN_BRACKET = /[(（]\s*\p{Nd}/u;
/** A leading zero. Some ids have one too, if they are padded to the same length. */
const LEADING_ZERO = /^\P{Nd}*[0０٠۰०]/u;

/** A barcode as printed below the bars, in groups: `0-42272-00558-1`, `4 006381 333931`. */
const BARCODE = /^\s*\d[- ](?:\d{5}[- ]\d{5}[- ]\d|\d{6}[- ]\d{6})\s*$/;

/** Six to fifteen digits with the separators of phone numbers. */
const DIALABLE = /^[+(]?(?:\d[-. ()/]*){6,15}$/;

/**
 * The Unix times from 2008 to 2030, in seconds. Earlier and later times are more often national numbers: `1012345678` of Egypt or Korea.
 */
const SECONDS = { from: 1_200_000_000, to: 1_900_000_000 };
const MILLISECONDS = 1_000;

/** Whether a cell has only digits. */
export function isBareDigits(cell: string): boolean {
  return BARE_DIGITS.test(cell);
}

/** Whether a cell has a sign that ids never have: a plus sign, or digits in brackets. */
export function hasPlusOrBracket(cell: string): boolean {
  return hasPlus(cell) || DIGITS_IN_BRACKET.test(cell);
}

export function isBarcode(cell: string): boolean {
  return BARCODE.test(cell);
}

/** Whether a number is written unlike ids: not as digits alone, and with a sign of phones. */
export function isUnlikeIds(cell: string): boolean {
  return !BARE_DIGITS.test(cell) && (hasPlusOrBracket(cell) || LEADING_ZERO.test(cell));
}

/** Whether a person could dial a cell, such as a national number of an unknown country. */
export function isDialable(cell: string): boolean {
  if (cell.length > MAX_DIALABLE_LENGTH || BARCODE.test(cell)) return false;
  const text = foldToAscii(cell).trim();
  return DIALABLE.test(text) && !isNonPhone(text);
}

/**
 * Whether a value may be a Unix time, in seconds or in milliseconds. Mobile numbers of Germany and Bangladesh, and fixed lines of the
 * United Kingdom, look the same if they lost their zero.
 */
export function mayBeUnixTime(value: number): boolean {
  const isWithin = (unit: number): boolean => value >= SECONDS.from * unit && value < SECONDS.to * unit;
  return isWithin(1) || isWithin(MILLISECONDS);
}
