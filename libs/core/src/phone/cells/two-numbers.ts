import type { CountryCode } from '../numbering/country-code.js';
import { planOf } from '../numbering/national-number.js';
import { mayBeWrittenBare } from '../numbering/whole-number.js';
import type { WrittenNumber } from '../written-number.js';

/** The digits of two local numbers. */
const FEWEST_DIGITS = 10;
/** Fewer may be one number in groups of two or three. */
const FEWEST_IN_GROUPS = 12;
const MOST_OF_ONE = 15;

/** A dash with spaces around it between numbers of one length. Five digits on either side may be one number of India. */
const APART = /^(\d{6,}) +-+ +(\d{6,})$/;

/**
 * Whether digits without a plus sign may be two numbers of the same form: `888 6276 888 6461`, or `20 12 06 - 72 11 95`, whose halves are
 * further apart. Two halves of five digits are one number where people write that without a prefix, as Indians do. A zero in front shows
 * one number, which may have such groups: `015669 707872`.
 */
export function mayBeTwoNumbers({ digits, text }: WrittenNumber, country: CountryCode | undefined): boolean {
  if (digits.length < FEWEST_DIGITS || digits.length % 2 !== 0 || digits.startsWith('0')) return false;
  const groups = text.match(/\d+/g) ?? [];
  const half = groups.length / 2;
  if (groups.length % 2 !== 0 || groups[0]?.length !== groups[half]?.length) return false;
  if (groups.slice(half).some((group, index) => group.length !== groups[index]?.length)) return false;
  if (half === 1 && APART.test(text)) return true;
  if (half === 1) return country !== undefined && !mayBeWrittenBare(digits, planOf(country));
  if (digits.length < FEWEST_IN_GROUPS) return false;
  const separators = text.match(/(?<=\d)\D+(?=\d)/g) ?? [];
  const isApart = separators.filter((separator) => separator === separators[half - 1]).length === 1;
  const lengths = new Set(groups.map((group) => group.length));
  return isApart || digits.length > MOST_OF_ONE || lengths.size > 1 || lengths.has(2);
}
