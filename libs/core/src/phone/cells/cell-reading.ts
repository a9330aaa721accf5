import type { SeveralNumbers, UnreadReason } from '../../model/file-reading.js';
import type { E164 } from '../../model/identifiers.js';
import type { ShapeFault, WritingFault } from '../normalize-phone.js';
import type { CountryCode } from '../numbering/country-code.js';
import type { LongNational } from './digits/long-national.js';

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

/** The reasons for texts that are not in the form of a phone number. */
export const UNREAD_WRITINGS: Readonly<Record<WritingFault, Unread>> = {
  empty: UNREAD.empty,
  too_long: UNREAD.other_text,
  no_digits: UNREAD.no_digits,
  character: UNREAD.other_text,
  // A minus sign, or a decimal point.
  sign: UNREAD.something_else,
  line_break: UNREAD.other_text,
};

/** The reasons for digits with a calling code that are not a number in E.164. */
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

/** The reading of a column's cells: the caller's settings, and the evidence of the column. */
export interface CellReading extends ColumnReading {
  /** The country whose national numbers the cells may hold. */
  readonly defaultCountry?: CountryCode | undefined;
  /** Whether a number without a calling code can only be of the default country, never a number abroad. */
  readonly isOfCountry?: boolean | undefined;
  /** The area code of numbers that are written without one, as `readAreaCode` returns it. It needs a `defaultCountry`. */
  readonly areaCode?: string | undefined;
  /** The reading of cells with several numbers. Default `unknown`. */
  readonly severalNumbers?: SeveralNumbers | undefined;
}

/** An area code, and the number of digits of a number with that code: `316/10`. */
export type AreaLength = `${string}/${number}`;

/** Properties of a column that help to read each of its cells. */
export interface ColumnReading {
  /** Whether the column holds ids beside a few phones, so that only cells with a plus sign are phones. */
  readonly holdsIds?: boolean | undefined;
  /** Whether the column holds numbers without an area code, which cannot be read by themselves. */
  readonly isLocal?: boolean | undefined;
  /** Whether the column holds national numbers of an unknown country, so that digits without a plus sign begin with no calling code. */
  readonly isNational?: boolean | undefined;
  /** The calling code that even short digits begin with, if no country is known. */
  readonly callingCode?: string | undefined;
  /** The kinds of national numbers of other countries that digits alone may be. These digits begin with no calling code. */
  readonly nationalOf?: readonly LongNational[] | undefined;
  /** Whether the other cells show that digits are numbers of the default country that lost their zero, not numbers abroad. */
  readonly isHome?: boolean | undefined;
  /**
   * The areas of numbers in other cells that are written with a zero, with the count of these numbers. Digits without the zero are numbers
   * of these areas.
   */
  readonly zeroAreas?: ReadonlyMap<AreaLength, number> | undefined;
  /**
   * The lengths of the column's phones that are written with dots. A cell that looks like an IP address is a phone if it has one of these
   * lengths.
   */
  readonly dottedDigits?: ReadonlySet<number> | undefined;
  /** The number of digits of most local numbers. Much shorter ones, such as those of services, belong to no area. */
  readonly usualLocalDigits?: number | undefined;
  /**
   * The lengths of the column's local numbers that occur in several cells. Digits of twice such a length may be two local numbers in a row.
   */
  readonly localLengths?: ReadonlySet<number> | undefined;
  /** Whether cells of the column hold several numbers of the country in a row, so that digits in such groups are not one number. */
  readonly holdsRuns?: boolean | undefined;
}
