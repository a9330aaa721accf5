import type { E164 } from '../model/e164.js';
import { leadingCallingCode } from '../phone/numbering/calling-code.js';

/** Between two digits of one number. None of these characters ends a cell or a string of JSON. */
const BETWEEN = '[^\\d,\\n"]{0,3}';

/** Shorter national numbers are too often something else: an id, an amount. With their calling code they are found. */
const LEAST_NATIONAL_DIGITS = 8;

/** Not behind a calling code: another country may have the same national number. */
const OTHER_CODE = `(?<!(?:\\+|00)\\d{1,3}${BETWEEN}(?:0${BETWEEN})?)`;

/** How a number stands in texts: with its calling code, or as people of its country write it. */
export interface WrittenNumber {
  /** Whether a text has it. */
  isIn(text: string): boolean;
  /** Where it begins in a text, each time. */
  placesIn(text: string): readonly number[];
  /** The text with `…` in its places. */
  cutOut(text: string): string;
}

/**
 * Finds a number however its ASCII digits are grouped: `+49 171 2345678`, `0049(0)171/2345678`, `0171-2345678`. Digits that are part of a
 * longer run of digits are another number.
 */
export function writtenNumber(phone: E164): WrittenNumber {
  const digits = phone.slice(1);
  const code = leadingCallingCode(digits)?.code ?? '';
  const national = digits.slice(code.length);
  const international = `(?:\\+|00)?${code}${BETWEEN}(?:0${BETWEEN})?`;
  const prefix =
    national.length < LEAST_NATIONAL_DIGITS
      ? international
      : `(?:${international}|${OTHER_CODE}(?:0${BETWEEN})?)`;
  const pattern = new RegExp(`(?<!\\d)${prefix}${[...national].join(BETWEEN)}(?!\\d)`, 'g');
  return {
    isIn: (text) => text.search(pattern) !== -1,
    placesIn: (text) => Array.from(text.matchAll(pattern), ({ index }) => index),
    cutOut: (text) => text.replace(pattern, '…'),
  };
}
