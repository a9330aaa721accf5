import type { E164 } from '../../model/e164.js';
import type { UnreadReason } from '../../model/file-reading.js';
import type { ShapeFault } from '../international-number.js';
import type { WritingFault } from '../written-number.js';

/** The reason why a cell, or a part of one, holds no number. */
export interface Unread {
  readonly reason: UnreadReason;
}

/** The result of reading a cell, or a part of one. */
export type CellRead = E164 | Unread;

/** One object for each reason, so that reading a cell creates none. */
export const UNREAD = {
  empty: { reason: 'empty' },
  no_digits: { reason: 'no_digits' },
  too_few_digits: { reason: 'too_few_digits' },
  lost_digits: { reason: 'lost_digits' },
  extra_digits: { reason: 'extra_digits' },
  wrong_length: { reason: 'wrong_length' },
  several_numbers: { reason: 'several_numbers' },
  other_text: { reason: 'other_text' },
  something_else: { reason: 'something_else' },
  no_country: { reason: 'no_country' },
  no_area_code: { reason: 'no_area_code' },
  impossible: { reason: 'impossible' },
  unclear: { reason: 'unclear' },
  placeholder: { reason: 'placeholder' },
  may_be_id: { reason: 'may_be_id' },
} as const satisfies { readonly [Reason in UnreadReason]: { readonly reason: Reason } };

/** Texts that are not in the form of a phone number. */
export const UNREAD_WRITINGS: Readonly<Record<WritingFault, Unread>> = {
  empty: UNREAD.empty,
  too_long: UNREAD.other_text,
  no_digits: UNREAD.no_digits,
  character: UNREAD.other_text,
  // A minus sign, or a decimal point.
  sign: UNREAD.something_else,
  line_break: UNREAD.other_text,
};

/** Digits with a calling code that are not a number in E.164. */
export const UNREAD_SHAPES: Readonly<Record<ShapeFault, Unread>> = {
  leading_zero: UNREAD.impossible,
  too_few_digits: UNREAD.too_few_digits,
  too_many_digits: UNREAD.wrong_length,
  unclear_zero: UNREAD.unclear,
};

/** Whether a cell was read as a number. */
export function isNumber(read: CellRead): read is E164 {
  return typeof read === 'string';
}

export function numberOf(read: CellRead): E164 | undefined {
  return isNumber(read) ? read : undefined;
}
