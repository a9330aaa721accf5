import { DialproofError } from '../model/errors.js';
import { type E164, e164 } from '../model/identifiers.js';
import { foldToAscii } from './fold-to-ascii.js';
import { leadingCallingCode } from './numbering/calling-code.js';
import { canonicalNumber } from './numbering/canonical-number.js';
import { validNumber } from './numbering/phone-table.js';

/** The most characters of a text that is read, far more than fifteen digits need with separators and direction marks around each. */
export const MAX_LENGTH = 200;

/** A text in the form of a phone number. */
export interface WrittenNumber {
  /** Whether it begins with a plus sign, or with `00` instead. */
  readonly international: boolean;
  /** Its digits, without the `00`. */
  readonly digits: string;
  /** The number of digits before a bracketed zero, as in `+44 (0)20`; 0 without one. `digits` includes that zero. */
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

/** Why digits after a plus sign are not a number in E.164. */
export type ShapeFault = 'leading_zero' | 'too_few_digits' | 'too_many_digits' | 'unclear_zero';

/**
 * Reads a number with its calling code, and makes it canonical. The shape decides, not whether such a number can exist.
 */
export function internationalNumber(writing: WrittenNumber): { number: E164 } | { fault: ShapeFault } {
  const digits = withoutTrunkZero(writing);
  if (digits === undefined) return { fault: 'unclear_zero' };
  if (digits.startsWith('0')) return { fault: 'leading_zero' };
  const number = e164(`+${digits}`);
  if (number !== undefined) return { number: canonicalNumber(number) };
  return { fault: digits.length < 7 ? 'too_few_digits' : 'too_many_digits' };
}

/**
 * The digits without the bracketed zero of `+44 (0)20 ...`, which is dialled only within the country. Undefined if the zero may be part
 * of the number: in Italy, or if it does not follow the calling code.
 */
export function withoutTrunkZero({ digits, trunkZeroAt }: WrittenNumber): string | undefined {
  if (trunkZeroAt === 0) return digits;
  const callingCode = leadingCallingCode(digits);
  if (callingCode?.code.length !== trunkZeroAt) return undefined;
  const without = callingCode.code + digits.slice(trunkZeroAt + 1);
  if (callingCode.main.nationalPrefix === '0') return without;
  const isPart = validNumber(digits) === `+${digits}`;
  if (isPart && validNumber(without) !== undefined) return undefined;
  return isPart ? digits : without;
}

const HINTS: Readonly<Record<WritingFault | ShapeFault | 'no_prefix', string>> = {
  empty: 'expected a phone number, found nothing',
  too_long: 'expected a phone number, found a text far longer than one',
  no_digits: 'expected a phone number, found no digits',
  character: 'expected only digits, spaces, dashes, dots and brackets after the +, found another character',
  sign: 'expected one + in front of the first digit and no other sign there',
  line_break: 'expected one phone number, found several lines',
  no_prefix: 'expected a leading + (or 00) and the country calling code, found no leading + or 00',
  leading_zero: 'expected a country calling code after the +, found a 0',
  too_few_digits: 'expected 7 to 15 digits after the +, found too few digits',
  too_many_digits: 'expected 7 to 15 digits after the +, found too many digits',
  unclear_zero:
    'found a bracketed 0 that may or may not belong to the number; write it without the brackets or leave it out',
};

/**
 * Normalises a phone number to E.164. It needs a leading + or 00, and may have any of the separators, digits and invisible characters
 * that {@link readWriting} reads. The shape decides, not whether such a number can exist. Normalising the result again changes
 * nothing. Throws `invalid_phone` and nothing else. The hint never contains the number.
 */
export function normalizePhone(input: string): E164 {
  const writing = readWriting(input);
  if (typeof writing === 'string') throw invalidPhone(writing);
  if (!writing.international) throw invalidPhone('no_prefix');
  const result = internationalNumber(writing);
  if ('fault' in result) throw invalidPhone(result.fault);
  return result.number;
}

function invalidPhone(fault: keyof typeof HINTS): DialproofError {
  return new DialproofError('invalid_phone', { hint: HINTS[fault] });
}
