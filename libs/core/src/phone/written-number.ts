import { foldToAscii } from './fold-to-ascii.js';

/** Longer writings are not read: fifteen digits with a separator and a direction mark around each fit in three times over. */
const MAX_LENGTH = 200;

/** A text that is written as a phone number is. */
export interface WrittenNumber {
  /** Whether it begins with a plus sign, or with the `00` that stands for it. */
  readonly international: boolean;
  /** Its digits, without the `00`; at least one. */
  readonly digits: string;
  /** How many digits come before a bracketed zero, as in `+44 (0)20`: that zero is among the digits. 0 when there is none. */
  readonly trunkZeroAt: number;
  /** The text in ASCII, without what surrounds it. */
  readonly text: string;
}

/** Why a text is not written as a phone number is. */
export type WritingFault = 'empty' | 'too_long' | 'no_digits' | 'character' | 'sign' | 'line_break';

const WHOLE_NUMBER_AS_FLOAT = /^(\+?\d{7,15})\.0{1,2}$/;

/**
 * Reads how a phone number is written: an optional apostrophe and `tel:`, a plus sign, digits, and between them spaces, dashes,
 * dots and brackets, all of them in any script. A whole number stored as a float loses its `.0`.
 */
export function readWriting(input: string): WrittenNumber | WritingFault {
  const trimmed = input.trim();
  if (trimmed === '') return 'empty';
  if (trimmed.length > MAX_LENGTH) return 'too_long';
  const ascii = isAscii(trimmed) ? trimmed : foldToAscii(trimmed).trim();
  const bare = ascii.replace(/^'?\s*(?:tel:)?\s*/i, '');
  return readAscii(bare.replace(WHOLE_NUMBER_AS_FLOAT, '$1'));
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function readAscii(text: string): WrittenNumber | WritingFault {
  if (text === '') return 'empty';
  let digits = '';
  let plus = false;
  let trunkZeroAt = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (character >= '0' && character <= '9') {
      digits += character;
    } else if (character === '+') {
      if (plus || digits !== '') return 'sign';
      plus = true;
    } else if (character === '-' || character === '.') {
      // A dash or a dot in front is a minus sign or a decimal point.
      if (digits === '') return 'sign';
    } else if (character === '\n' || character === '\r') {
      // Several lines are several values.
      return 'line_break';
    } else if (character === '(' || character === '[') {
      if (trunkZeroAt === 0 && /^[([] ?0 ?[)\]]/.test(text.slice(i, i + 5))) trunkZeroAt = digits.length;
    } else if (character !== ' ' && character !== '\t' && character !== ')' && character !== ']') {
      return 'character';
    }
  }
  if (digits === '') return 'no_digits';
  if (plus || !digits.startsWith('00')) return { international: plus, digits, trunkZeroAt, text };
  return { international: true, digits: digits.slice(2), trunkZeroAt: Math.max(0, trunkZeroAt - 2), text };
}
