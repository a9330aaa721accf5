import { withoutTrunkZero } from '../../international-number.js';
import { formerNumber } from '../../numbering/former-number.js';
import { validOrdinaryNumber } from '../../numbering/phone-table.js';
import type { WrittenNumber } from '../../written-number.js';
import { type CellRead, UNREAD, type Unread } from '../cell-read.js';
import type { CellReading } from '../cell-reading.js';
import { numberAbroad } from './digits-with-calling-code.js';
import { mayBeLongNational } from './long-national.js';
import { mayBeNumberRun } from './number-run.js';
import { unlessPlaceholder } from './placeholder.js';
import { isOneGroup, MORE_THAN_NATIONAL } from './shown-calling-code.js';
import { mayBeTwoNumbers } from './two-numbers.js';
import { withinOrAbroad } from './within-or-abroad.js';

/** The form of most cells. They need no further parsing. */
export const DIGITS_ALONE = /^[1-9]\d{6,14}$/;

/**
 * Without a country, ten digits alone do not count as beginning with a calling code. National numbers of North America, India, Mexico,
 * Turkey and others have ten digits, and one in ten American ones would become a number abroad. Groups show more than digits alone.
 */
const FEWEST_WITHOUT_COUNTRY = 11;

/** Reads digits in the form of {@link DIGITS_ALONE}. */
export function digitsAlone(digits: string, reading: CellReading): CellRead {
  return unlessPlaceholder(ungrouped(digits, reading), digits);
}

/** Reads a number without a plus sign or `00`, and with no other signs than separators. */
export function bareNumber(writing: WrittenNumber, reading: CellReading): CellRead {
  const { digits, text } = writing;
  if (isOneGroup(text) && DIGITS_ALONE.test(digits)) return digitsAlone(digits, reading);
  return unlessPlaceholder(grouped(writing, reading), digits);
}

function ungrouped(digits: string, reading: CellReading): CellRead {
  const { defaultCountry } = reading;
  if (defaultCountry !== undefined) {
    return withinOrAbroad({ digits, international: digits, groups: undefined }, reading, defaultCountry);
  }
  const isShared = reading.callingCode !== undefined && digits.startsWith(reading.callingCode);
  const isShort = digits.length < FEWEST_WITHOUT_COUNTRY && !isShared;
  if (reading.isNational || isShort) return withoutCallingCode(digits);
  const number = validOrdinaryNumber(digits) ?? formerNumber(digits);
  if (number === undefined) return withoutCallingCode(digits);
  const mayBeNational = reading.nationalOf?.some((kind) => mayBeLongNational(digits, number, kind));
  return mayBeNational ? UNREAD.no_country : number;
}

/** Digits that begin with no calling code are a number only within a country, unless they are too many for any. */
function withoutCallingCode(digits: string): Unread {
  const count = digits.startsWith('0') ? digits.length - 1 : digits.length;
  return count < MORE_THAN_NATIONAL ? UNREAD.no_country : UNREAD.impossible;
}

function grouped(writing: WrittenNumber, reading: CellReading): CellRead {
  const { digits } = writing;
  const { defaultCountry, holdsRuns, isNational } = reading;
  if (mayBeTwoNumbers(writing, defaultCountry)) return UNREAD.several_numbers;
  if (holdsRuns && defaultCountry !== undefined && mayBeNumberRun(writing, defaultCountry)) {
    return UNREAD.several_numbers;
  }
  // No calling code begins with a zero.
  const international = digits.startsWith('0') ? undefined : withoutTrunkZero(writing);
  const isTooLong = international !== undefined && international.length > 15;
  const bare = { digits, international: isTooLong ? undefined : international, groups: writing };
  if (defaultCountry !== undefined) return withinOrAbroad(bare, reading, defaultCountry);
  return (isNational ? undefined : numberAbroad(bare)) ?? withoutCallingCode(digits);
}
