import type { CountryCode } from './country-code.js';
import { nationalNumber, planOf } from './national-number.js';
import type { NumberingPlan } from './numbering-plan.js';

/** A plan with more lengths says little about the usual one: the metadata has all that were ever given out. */
const FEW_LENGTHS = 3;

/** Countries whose usual numbers are longer or shorter than {@link fewestUsualDigits} makes of their plan. */
const FEWEST_DIGITS: Partial<Readonly<Record<CountryCode, number>>> = {
  IQ: 8, // Baghdad: an area code of one digit and seven more. Others have nine.
  IT: 9, // A mobile number, or an area code without its zero and the digits behind it.
  VA: 9,
  RS: 8,
};

/** How many digits the national numbers of a country have at least, without the trunk prefix. Shorter ones lack their area code. */
export function fewestWholeDigits(country: CountryCode): number {
  return FEWEST_DIGITS[country] ?? fewestUsualDigits(planOf(country));
}

/** Whether these digits are a number of the country as its people write it without a prefix. */
export function isWholeAsWritten(digits: string, country: CountryCode): boolean {
  const plan = planOf(country);
  return (
    nationalNumber(digits, country) === `+${plan.callingCode}${digits}` && mayBeWrittenBare(digits, plan)
  );
}

/**
 * Whether people write this number without a prefix within its country: Indians do, Germans do not.
 */
export function mayBeWrittenBare(number: string, plan: NumberingPlan): boolean {
  const format = plan.formats.find(
    ({ leadingDigits, pattern }) => (leadingDigits?.test(number) ?? true) && pattern.test(number),
  );
  return !format?.addsDigits;
}

/** Fixed lines decide where they have one length. Elsewhere they may be a digit shorter than the usual mobile number. */
function fewestUsualDigits({ fixedLine, mobile, possibleLengths }: NumberingPlan): number {
  const fixed = sorted(fixedLine?.lengths ?? possibleLengths);
  const [fewest = 0] = fixed;
  if (fixed.length === 1 || mobile === undefined) return fewest;
  const lengths = sorted(mobile.lengths);
  const usual =
    lengths.length > FEW_LENGTHS ? (lengths[Math.floor(lengths.length / 2)] ?? 0) - 1 : (lengths[0] ?? 0);
  return Math.max(fewest, usual - 1);
}

function sorted(lengths: ReadonlySet<number>): readonly number[] {
  return [...lengths].sort((one, other) => one - other);
}
