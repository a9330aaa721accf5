import type { CountryCode } from '../../numbering/country-code.js';
import { isGroupedAsWritten } from '../../numbering/whole-number.js';
import { digitGroups, type WrittenNumber } from '../../written-number.js';

/** The digits of two local numbers. */
const FEWEST_DIGITS = 10;
/** Fewer may be one number in groups of two or three. */
const FEWEST_IN_GROUPS = 12;
const MOST_OF_ONE = 15;

/** A dash with spaces around it between numbers of one length. Five digits on either side may be one number of India. */
const APART = /^(\d{6,}) +-+ +(\d{6,})$/;

/**
 * Whether digits without a plus sign may be two numbers of one length: `888 6276 888 6461`, or `20 12 06 - 72 11 95`, whose halves are
 * further apart, or `264 811 264 812`. Two groups of five digits are one number in countries that write numbers like that, such as India.
 * A zero in front shows one number, which may have such groups: `015669 707872`.
 */
export function mayBeTwoNumbers({ digits, text }: WrittenNumber, country: CountryCode | undefined): boolean {
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
