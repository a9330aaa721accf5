import type { E164 } from '../model/e164.js';
import { DialproofError } from '../model/errors.js';
import type { ShapeFault } from './international-number.js';
import { internationalNumber } from './international-number.js';
import { readWriting, type WritingFault } from './written-number.js';

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
