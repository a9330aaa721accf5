import { digitGroups, type WrittenNumber, withoutTrunkZero } from '../../normalize-phone.js';
import { leadingCallingCode } from '../../numbering/calling-code.js';
import { formerBareNumber } from '../../numbering/canonical-number.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { validOrdinaryNumber } from '../../numbering/phone-table.js';
import { isGroupedAsWritten } from '../../numbering/whole-number.js';
import { type CellRead, type CellReading, isNumber, UNREAD, type Unread } from '../cell-reading.js';
import { isOneGroup, MORE_THAN_NATIONAL, numberAbroad } from './digits-with-calling-code.js';
import { mayBeLongNational } from './long-national.js';
import { mayBeNumberRun } from './number-run.js';
import { withinOrAbroad } from './within-or-abroad.js';

/** The form of most cells: digits alone, which need no further parsing. */
export const DIGITS_ALONE = /^[1-9]\d{6,14}$/;

/**
 * Without a country, ten digits alone do not count as beginning with a calling code. National numbers of North America, India, Mexico,
 * Turkey and others have ten digits, and one in ten American ones would become a number abroad. Digits in groups may be shorter, since the
 * groups can show the code.
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
  const number = validOrdinaryNumber(digits) ?? formerBareNumber(digits);
  if (number === undefined) return withoutCallingCode(digits);
  const mayBeNational = reading.nationalOf?.some((kind) => mayBeLongNational(digits, number, kind));
  return mayBeNational ? UNREAD.no_country : number;
}

/** The reason for digits that begin with no calling code: they need a country, unless they are too long for any. */
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

/** The fewest digits of a placeholder. Shorter real numbers may have equal or counting digits. */
const FEWEST_ALIKE = 7;
const FEWEST_COUNTING = 10;

/** The endings of numbers that may be placeholders. Few numbers have one. */
const MAY_BE_PLACEHOLDER = /(?:(\d)\1{5}|6789|7890)$/;

const ALIKE = /^(\d)\1*$/;
const COUNTING = '123456789012345';

/**
 * The number, unless its written digits are all the same, or count from one: people fill fields with these. Such digits may be a real
 * number, like `044 444 44 44` in Zurich, but they are not read. A zero or a calling code in front of counting digits confirms a
 * number.
 */
function unlessPlaceholder(read: CellRead, written: string): CellRead {
  if (!isNumber(read) || !MAY_BE_PLACEHOLDER.test(read)) return read;
  const digits = read.slice(1);
  const national = digits.slice(leadingCallingCode(digits)?.code.length);
  return isAlike(national) || isAlike(written) || isCounting(written) ? UNREAD.placeholder : read;
}

function isAlike(digits: string): boolean {
  return digits.length >= FEWEST_ALIKE && ALIKE.test(digits);
}

function isCounting(digits: string): boolean {
  return digits.length >= FEWEST_COUNTING && COUNTING.startsWith(digits);
}

/** The fewest digits of two local numbers. */
const FEWEST_DIGITS = 10;
/** With fewer digits, groups of two or three may be one number. */
const FEWEST_IN_GROUPS = 12;
const MOST_OF_ONE = 15;

/** A dash with spaces around it between numbers of one length. Five digits on either side may be one number of India. */
const APART = /^(\d{6,}) +-+ +(\d{6,})$/;

/**
 * Whether digits without a plus sign may be two numbers of one length: `888 6276 888 6461`, or `20 12 06 - 72 11 95`, whose halves are
 * further apart, or `264 811 264 812`. Two groups of five digits are one number in countries that write numbers like that, such as India.
 * A zero in front shows one number, which may have such groups: `015669 707872`.
 */
function mayBeTwoNumbers({ digits, text }: WrittenNumber, country: CountryCode | undefined): boolean {
  if (digits.length < FEWEST_DIGITS || digits.length % 2 !== 0 || digits.startsWith('0')) return false;
  const groups = digitGroups(text);
  const half = groupsOfHalf(groups, digits.length / 2);
  if (half === undefined) return false;
  const [one, other] = [groups.slice(0, half), groups.slice(half)];
  if (one.length === 1 && other.length === 1) {
    return APART.test(text) || (country !== undefined && !isGroupedAsWritten(groups, country));
  }
  if (digits.length < FEWEST_IN_GROUPS) return false;
  const separators = text.match(/(?<=\d)\D+(?=\d)/g) ?? [];
  const isApart = separators.filter((separator) => separator === separators[half - 1]).length === 1;
  if (isApart && one.length > 1 && other.length > 1) return true;
  if (lengthsOf(one).join() !== lengthsOf(other).join()) return false;
  // Two numbers of one exchange. Hardly any number repeats its calling code.
  const beginAlike = one[0] === other[0];
  const lengths = new Set(lengthsOf(groups));
  return beginAlike || digits.length > MOST_OF_ONE || lengths.size > 1 || lengths.has(2);
}

/** How many groups have the first half of the digits. Undefined if one group has digits of both halves. */
function groupsOfHalf(groups: readonly string[], digits: number): number | undefined {
  let count = 0;
  for (const [index, group] of groups.entries()) {
    if (count === digits) return index;
    count += group.length;
  }
  return undefined;
}

function lengthsOf(groups: readonly string[]): readonly number[] {
  return groups.map(({ length }) => length);
}
