import { DialproofError } from '../../model/errors.js';
import { foldToAscii } from '../fold-to-ascii.js';
import { beginningsOf } from './beginnings.js';
import type { CountryCode } from './country-code.js';
import { planOf } from './national-number.js';
import type { NumberingPlan } from './numbering-plan.js';

/** Digits with the brackets, spaces and dashes that people write around or between them. */
const AREA_CODE = /^[ ([]*\d(?:[- ]?\d){0,5}[ )\]]*$/;

/** Local numbers have at least three digits in the shortest plans. */
const FEWEST_LOCAL_DIGITS = 3;
/** By the pattern of the whole numbers: making one takes longer than asking it. */
const BEGINNINGS = new WeakMap<RegExp, RegExp>();

/**
 * Reads an area code of a country, with its trunk prefix or without one, also in brackets: `030`, `30` and `(030)` are `30` in Germany. A
 * zero that is part of the number stays: `06` in Italy. Throws `invalid_area_code` if there is no country, or if no number of its
 * numbering plan begins like that.
 */
export function readAreaCode(text: string, country: CountryCode | undefined): string {
  if (country === undefined) {
    throw invalidAreaCode(
      'found an area code without a country; name the country of the numbers too (default_country, such as DE)',
    );
  }
  const folded = foldToAscii(text).trim();
  if (!AREA_CODE.test(folded)) {
    throw invalidAreaCode(
      'expected the digits of one area code without the calling code of the country, such as 30 or 030 for Berlin; found something else',
    );
  }
  const digits = folded.replace(/\D/g, '');
  const plan = planOf(country);
  const areaCode = [digits, withoutPrefix(digits, plan)].find(
    (candidate) => candidate !== undefined && isAreaCode(candidate, plan),
  );
  if (areaCode === undefined) {
    throw invalidAreaCode(
      `found the area code ${digits}, but no phone number of ${country} begins with it; expected one of that country, as it is dialled there`,
    );
  }
  return areaCode;
}

/** Removes the trunk prefix, or a zero that is no longer dialled in the country. */
function withoutPrefix(digits: string, { nationalPrefix }: NumberingPlan): string | undefined {
  const without =
    nationalPrefix !== undefined && digits.startsWith(nationalPrefix)
      ? digits.slice(nationalPrefix.length)
      : digits.replace(/^0/, '');
  return without === digits || without === '' ? undefined : without;
}

/** Whether the plan has a fixed line that begins like that. A plan without data on fixed lines may have any number. */
function isAreaCode(digits: string, { fixedLine, pattern, possibleLengths }: NumberingPlan): boolean {
  const lengths = fixedLine?.lengths ?? possibleLengths;
  if (digits.length + FEWEST_LOCAL_DIGITS > Math.max(...lengths)) return false;
  const numbers = fixedLine?.pattern ?? pattern;
  const beginnings = BEGINNINGS.get(numbers) ?? beginningsOf(numbers);
  BEGINNINGS.set(numbers, beginnings);
  return beginnings.test(digits);
}

function invalidAreaCode(hint: string): DialproofError {
  return new DialproofError('invalid_area_code', { hint });
}
