import { isNonPhone } from '../../phone/cells/text/non-phone.js';
import { foldToAscii, hasPlus } from '../../phone/fold-to-ascii.js';

/** Longer cells are prose. */
const MAX_DIALABLE_LENGTH = 40;

/** Digits alone, which ids, order numbers and barcodes are too. */
const BARE_DIGITS = /^\s*\d+(?:\.0)?\s*$/;

/** Ids with dashes or spaces have none of these: `2026-00123`, `552 100 554`. Brackets around words are notes: `2026-00123 (copy)`. */
const DIGITS_IN_BRACKET = /[(（]\s*\p{Nd}/u;
/** Some ids have one, where they are filled up to the same length. */
const LEADING_ZERO = /^\P{Nd}*[0０٠۰०]/u;

/** A barcode as it is printed below the bars, with its groups apart: `0-42272-00558-1`, `4 006381 333931`. */
const BARCODE = /^\s*\d[- ](?:\d{5}[- ]\d{5}[- ]\d|\d{6}[- ]\d{6})\s*$/;

/** Six to fifteen digits with the signs that stand in phone numbers. */
const DIALABLE = /^[+(]?(?:\d[-. ()/]*){6,15}$/;

/** Whether a cell is digits alone. */
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

/** Whether a number is written as no id is: not as digits alone, and with a sign of phones. */
export function isUnlikeIds(cell: string): boolean {
  return !BARE_DIGITS.test(cell) && (hasPlusOrBracket(cell) || LEADING_ZERO.test(cell));
}

/** Whether a person could dial a cell, such as a national number of an unknown country. */
export function isDialable(cell: string): boolean {
  if (cell.length > MAX_DIALABLE_LENGTH || BARCODE.test(cell)) return false;
  const text = foldToAscii(cell).trim();
  return DIALABLE.test(text) && !isNonPhone(text);
}
