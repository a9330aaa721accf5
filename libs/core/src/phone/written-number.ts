import { foldToAscii } from './fold-to-ascii.js';

/** Longer texts are not read. Fifteen digits, each with separators and direction marks around it, are far shorter. */
export const MAX_LENGTH = 200;

/** A text in the form of a phone number. */
export interface WrittenNumber {
  /** Whether it begins with a plus sign, or with `00` instead. */
  readonly international: boolean;
  /** Its digits, without the `00`. */
  readonly digits: string;
  /** The number of digits before a bracketed zero, as in `+44 (0)20`; 0 without one. The zero is among the digits. */
  readonly trunkZeroAt: number;
  /** The text in ASCII, without an apostrophe, a scheme or space around it. */
  readonly text: string;
}

/** Why a text is not in the form of a phone number. */
export type WritingFault = 'empty' | 'too_long' | 'no_digits' | 'character' | 'sign' | 'line_break';

/** A dash or dot before the first digit would be a minus sign or a decimal point. Several lines are several values. */
const WRITTEN_NUMBER = /^[ \t()[\]]*(?:\+[ \t()[\]]*)?\d[-\d .\t()[\]]*$/;
const BEFORE_NUMBER = /^'?\s*(?:(?:tel|sms|whatsapp):)?\s*/i;
const WHOLE_NUMBER_AS_FLOAT = /^(\+?\d{7,15})\.0{1,2}$/;
const BRACKETED_ZERO = /[([] ?0 ?[)\]]/;

/**
 * Reads a text in the form of a phone number: an optional apostrophe, an optional `tel:`, `sms:` or `whatsapp:`, an optional plus sign,
 * then digits with spaces, dashes, dots and brackets between them, all in any script. A whole number stored as a float loses its `.0`.
 */
export function readWriting(input: string): WrittenNumber | WritingFault {
  const trimmed = input.trim();
  if (trimmed.length > MAX_LENGTH) return 'too_long';
  if (WRITTEN_NUMBER.test(trimmed)) return takeApart(trimmed.replace(WHOLE_NUMBER_AS_FLOAT, '$1'));
  const text = foldToAscii(trimmed).trim().replace(BEFORE_NUMBER, '').replace(WHOLE_NUMBER_AS_FLOAT, '$1');
  return WRITTEN_NUMBER.test(text) ? takeApart(text) : faultOf(text);
}

function takeApart(text: string): WrittenNumber {
  const digits = digitsOf(text);
  const zero = BRACKETED_ZERO.exec(text);
  const trunkZeroAt = zero === null ? 0 : digitsOf(text.slice(0, zero.index)).length;
  if (text.includes('+')) return { international: true, digits, trunkZeroAt, text };
  if (!digits.startsWith('00')) return { international: false, digits, trunkZeroAt, text };
  return { international: true, digits: digits.slice(2), trunkZeroAt: Math.max(0, trunkZeroAt - 2), text };
}

/** The digits of a text between its separators. */
export function digitGroups(text: string): readonly string[] {
  return text.match(/\d+/g) ?? [];
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, '');
}

function faultOf(text: string): WritingFault {
  if (text === '') return 'empty';
  if (/[\n\r]/.test(text)) return 'line_break';
  if (/[^-+\d .\t()[\]]/.test(text)) return 'character';
  return /\d/.test(text) ? 'sign' : 'no_digits';
}
