import type { E164 } from '../../model/identifiers.js';
import { countriesOf, leadingCallingCode } from '../../phone/numbering/calling-code.js';
import {
  isMobileNumber,
  isUnmistakableMobile,
  nationalNumber,
} from '../../phone/numbering/national-number.js';
import { validOrdinaryNumber } from '../../phone/numbering/phone-table.js';
import { mostWholeDigits } from '../../phone/numbering/whole-number.js';
import { isBareDigits } from '../choice/cell-signs.js';
import { digitsOf } from './doubtful-digits.js';

/** Fewer numbers may begin alike by chance. */
const FEWEST_NUMBERS = 20;
/** The length of the examined numbers. Longer ones are read without the column's evidence. */
const DIGITS = 10;
/**
 * The length of the examined calling codes. Many area codes have three digits, so all numbers of a region may begin like a longer calling
 * code.
 */
const CODE_DIGITS = 2;
/** A smaller share counts as an exception, since plans lag behind new ranges. */
const SHARE = 0.08;
const SHARE_OF_ZERO_OR_ONE = 0.2;
/** For {@link areBesideNationals}: the fewest numbers with the code, and the most national numbers for each of them. */
const FEWEST_BESIDE = 10;
const MOST_NATIONALS = 4;

/**
 * The calling code of a column of ten digits alone that are all numbers with this code, such as those of Singapore, Norway or Denmark.
 * Undefined if they may be national numbers of an area that begins with the same digits.
 *
 * - Numbers of an area with three digits have the same digit behind the code. With two digits, as in Brazil, most have one of three.
 *   Norwegian and Singaporean mobile numbers have one of two, but so few other national numbers have both that this is enough.
 * - The numbers behind an area code of three digits begin with neither 0 nor 1 in North America, China, India and Turkey.
 */
export function sharedCallingCode(cells: readonly string[]): string | undefined {
  const written = cells.filter(isBareDigits).map(digitsOf);
  const digits = [...new Set(written)].filter((text) => text.length === DIGITS);
  const code = leadingCallingCode(digits[0] ?? '')?.code;
  if (code?.length !== CODE_DIGITS || digits.length < FEWEST_NUMBERS) return undefined;
  if (!written.every((text) => text.startsWith(code) && text.length >= DIGITS)) return undefined;
  const numbers = digits.map(validOrdinaryNumber).filter((number) => number !== undefined);
  if (numbers.length < digits.length * (1 - SHARE)) return undefined;
  const areMobile = numbers.filter(isUnmistakableMobile).length >= numbers.length * (1 - SHARE);
  // If the plan distinguishes mobile numbers, fixed lines are often those of one area.
  if (!areMobile && numbers.some((number) => !isMobileNumber(number))) return undefined;
  const fewestBeginnings = areMobile ? 2 : 4;
  const isSpread = usualBeginnings(numbers) >= fewestBeginnings;
  const withZeroOrOne = numbers.filter((number) => /^[01]/.test(number.slice(CODE_DIGITS + 2)));
  return isSpread && withZeroOrOne.length >= numbers.length * SHARE_OF_ZERO_OR_ONE ? code : undefined;
}

/**
 * Whether digits alone are numbers with one calling code beside national numbers of its country without it: `48601234567` and `601234567`.
 * No national number of the country is as long as the numbers with the code.
 */
export function areBesideNationals(cells: readonly string[]): boolean {
  const written = [...new Set(cells.filter(isBareDigits).map(digitsOf))];
  const isLong = (text: string): boolean => text.length > DIGITS && !text.startsWith('0');
  const long = written.filter(isLong);
  const { code = '' } = leadingCallingCode(long[0] ?? '') ?? {};
  const countries = countriesOf(code);
  if (code.length < CODE_DIGITS || countries.length === 0) return false;
  const most = Math.max(...countries.map(mostWholeDigits));
  const numbers = long.filter(
    (text) => text.startsWith(code) && text.length > most && validOrdinaryNumber(text) === `+${text}`,
  );
  const nationals = written.filter(
    (text) =>
      !isLong(text) && countries.some((country) => nationalNumber(text, country)?.startsWith(`+${code}`)),
  );
  if (numbers.length < FEWEST_BESIDE || nationals.length === 0) return false;
  if (numbers.length * MOST_NATIONALS < nationals.length) return false;
  return numbers.length + nationals.length >= written.length * (1 - SHARE);
}

/** The count of distinct digits directly behind the code, without rare ones. */
function usualBeginnings(numbers: readonly E164[]): number {
  const counts = new Map<string, number>();
  for (const number of numbers) {
    const digit = number.charAt(CODE_DIGITS + 1);
    counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count >= numbers.length * SHARE).length;
}
