import type { E164 } from '../../../model/e164.js';
import { withoutTrunkZero } from '../../international-number.js';
import { formerNumber } from '../../numbering/former-number.js';
import { validOrdinaryNumber } from '../../numbering/phone-table.js';
import type { WrittenNumber } from '../../written-number.js';
import type { CellReading } from '../cell-reading.js';
import { numberAbroad } from './digits-with-calling-code.js';
import { mayBeLongNational } from './long-national.js';
import { mayBeNumberRun } from './number-run.js';
import { unlessPlaceholder } from './placeholder.js';
import { isOneGroup } from './shown-calling-code.js';
import { mayBeTwoNumbers } from './two-numbers.js';
import { withinOrAbroad } from './within-or-abroad.js';

/** The form of most cells. They need no further parsing. */
export const DIGITS_ALONE = /^[1-9]\d{6,14}$/;

/**
 * Without a country, ten digits alone begin with no calling code: so long are the national numbers of North America, India, Mexico, Turkey
 * and others, and one in ten American ones would become a number abroad. Groups show more than digits alone.
 */
const FEWEST_WITHOUT_COUNTRY = 11;

/** Reads digits in the form of {@link DIGITS_ALONE}. */
export function digitsAlone(digits: string, reading: CellReading): E164 | undefined {
  return unlessPlaceholder(ungrouped(digits, reading), digits);
}

/** Reads a number without a plus sign, a `00` or any other sign than separators. */
export function bareNumber(writing: WrittenNumber, reading: CellReading): E164 | undefined {
  const { digits, text } = writing;
  if (isOneGroup(text) && DIGITS_ALONE.test(digits)) return digitsAlone(digits, reading);
  return unlessPlaceholder(grouped(writing, reading), digits);
}

function ungrouped(digits: string, reading: CellReading): E164 | undefined {
  const { defaultCountry } = reading;
  if (defaultCountry !== undefined) {
    return withinOrAbroad({ digits, international: digits, groups: undefined }, reading, defaultCountry);
  }
  if (reading.isNational || digits.length < FEWEST_WITHOUT_COUNTRY) return undefined;
  const number = validOrdinaryNumber(digits) ?? formerNumber(digits);
  if (number === undefined) return undefined;
  return reading.nationalOf?.some((kind) => mayBeLongNational(digits, number, kind)) ? undefined : number;
}

function grouped(writing: WrittenNumber, reading: CellReading): E164 | undefined {
  const { digits } = writing;
  const { defaultCountry, holdsRuns, isNational } = reading;
  if (mayBeTwoNumbers(writing, defaultCountry)) return undefined;
  if (holdsRuns && defaultCountry !== undefined && mayBeNumberRun(writing, defaultCountry)) return undefined;
  // No calling code begins with a zero.
  const international = digits.startsWith('0') ? undefined : withoutTrunkZero(writing);
  const isTooLong = international !== undefined && international.length > 15;
  const bare = { digits, international: isTooLong ? undefined : international, groups: writing };
  if (defaultCountry !== undefined) return withinOrAbroad(bare, reading, defaultCountry);
  return isNational ? undefined : numberAbroad(bare);
}
