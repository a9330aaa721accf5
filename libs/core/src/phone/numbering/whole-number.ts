import type { CountryCode } from './country-code.js';
import { nationalNumber, planOf } from './national-number.js';
import type { NumberingPlan } from './numbering-plan.js';

/** A plan with more lengths than this does not show the usual ones: the metadata has all lengths that were ever in use. */
export const FEW_LENGTHS = 3;

/** The fewest digits in countries whose plan suggests another value. A number that lost a zero which is part of it has one digit fewer. */
const FEWEST_DIGITS: Partial<Readonly<Record<CountryCode, number>>> = {
  BD: 8, // Dhaka: 2 and seven digits.
  BJ: 9,
  CG: 8,
  CI: 9,
  GA: 7,
  IQ: 8, // Baghdad: 1 and seven digits.
  IT: 9, // A mobile number, or a fixed line without its zero.
  KP: 8,
  RS: 8,
  SM: 8,
  VA: 9,
  YE: 7, // Sanaa: 1 and six digits.
};

/** Numbers of firms and towns that have no format: `444 1 444` in Turkey, `14 020` in the Netherlands. */
const IN_USE: Partial<Readonly<Record<CountryCode, RegExp>>> = { NL: /^14/, TR: /^444/ };

interface UsualLengths {
  readonly fewest: number;
  readonly most: number;
  readonly mostLocal: number;
}

/** A group of digits in the pattern of a format: `\d`, `\d{3}`, `\d{3,4}`. */
const GROUP_OF_DIGITS = /\\d(?:\{(?:\d+,)?(\d+)\})?/g;

/** A cache, filled when first needed. It follows from the metadata alone. */
const usualLengths = new Map<CountryCode, UsualLengths>();

/**
 * The fewest digits of a country's usual numbers, without the trunk prefix or a zero in front. Numbers with fewer digits lack their area
 * code, unless they are written like that ({@link isWholeAsWritten}).
 */
export function fewestWholeDigits(country: CountryCode): number {
  return usualLengthsOf(country).fewest;
}

/** The most digits of a country's usual numbers. A German number may have fifteen, but hardly any has more than eleven. */
export function mostWholeDigits(country: CountryCode): number {
  return usualLengthsOf(country).most;
}

/** The most digits after the first group, which is the area code, in the formats of a country. */
export function mostLocalDigits(country: CountryCode): number {
  return usualLengthsOf(country).mostLocal;
}

/** Whether a number of this country can have as many digits, as written or with a trunk prefix that is written or lost. */
export function mayBeWhole(digits: string, country: CountryCode): boolean {
  const { mayBeginWithZero, nationalPrefix, possibleLengths } = planOf(country);
  const { most } = usualLengthsOf(country);
  const has = (length: number): boolean => length <= most && possibleLengths.has(length);
  return (
    has(digits.length) ||
    (mayBeginWithZero && has(digits.length + 1)) ||
    (nationalPrefix !== undefined &&
      digits.startsWith(nationalPrefix) &&
      has(digits.length - nationalPrefix.length))
  );
}

/** Whether these digits are a national number that people of the country write without a prefix. */
export function isWholeAsWritten(digits: string, country: CountryCode): boolean {
  const plan = planOf(country);
  if (nationalNumber(digits, country) !== `+${plan.callingCode}${digits}`) return false;
  return mayBeWrittenBare(digits, plan) && !isHardlyInUse(digits, country);
}

/**
 * Whether a number is hardly in use: no format of a plan with a prefix fits it. The German plan has room for lines and pagers of six
 * digits, and the Polish one for lines and pagers of seven.
 */
function isHardlyInUse(digits: string, country: CountryCode): boolean {
  const plan = planOf(country);
  const { formats, nationalPrefix } = plan;
  if (formats.length === 0 || IN_USE[country]?.test(digits)) return false;
  if (country === 'PL' && digits.length < fewestWholeDigits(country)) return true;
  return nationalPrefix !== undefined && formatOf(digits, plan) === undefined;
}

/** Whether people write this number without a prefix within its country: Indians do, Germans do not. */
export function mayBeWrittenBare(number: string, plan: NumberingPlan): boolean {
  return !formatOf(number, plan)?.addsDigits;
}

/**
 * Whether a country's people write numbers without a prefix in these groups: `98765 43210` in India. Only the lengths of the groups
 * count, not whether the number exists.
 */
export function isGroupedAsWritten(groups: readonly string[], country: CountryCode): boolean {
  const digits = groups.join('');
  return planOf(country).formats.some(({ addsDigits, pattern }) => {
    const [, ...published] = addsDigits ? [] : (pattern.exec(digits) ?? []);
    return published.length > 0 && published.join(' ') === groups.join(' ');
  });
}

/** The format in which a number is written within its country, if its plan has one. */
export function formatOf(number: string, plan: NumberingPlan): NumberingPlan['formats'][number] | undefined {
  return plan.formats.find(
    ({ leadingDigits, pattern }) => (leadingDigits?.test(number) ?? true) && pattern.test(number),
  );
}

function usualLengthsOf(country: CountryCode): UsualLengths {
  const known = usualLengths.get(country);
  if (known !== undefined) return known;
  const found = findUsualLengths(planOf(country), FEWEST_DIGITS[country]);
  usualLengths.set(country, found);
  return found;
}

/**
 * Finds the usual lengths. Fixed lines decide if they all have one length. Otherwise they may be a digit shorter than the usual mobile
 * number.
 */
function findUsualLengths(plan: NumberingPlan, fewestKnown: number | undefined): UsualLengths {
  const fixed = sorted(plan.fixedLine?.lengths ?? plan.possibleLengths);
  const mobile = sorted(plan.mobile?.lengths ?? fixed);
  const [fewestFixed = 0] = fixed;
  const hasManyMobile = mobile.length > FEW_LENGTHS;
  const middle = mobile[Math.floor(mobile.length / 2)] ?? 0;
  const fewestMobile = hasManyMobile ? middle - 1 : (mobile[0] ?? 0);
  const mostMobile = hasManyMobile ? Math.min(middle + 2, mobile.at(-1) ?? 0) : (mobile.at(-1) ?? 0);
  const fewest =
    fixed.length === 1 ? Math.min(fewestFixed, fewestMobile) : Math.max(fewestFixed, fewestMobile - 1);
  const mostFixed = fixed.length > FEW_LENGTHS ? 0 : (fixed.at(-1) ?? 0);
  return {
    fewest: fewestKnown ?? fewest,
    most: Math.max(mostMobile, mostFixed),
    mostLocal: findMostLocal(plan),
  };
}

/** Finds the most digits after the area code. Without formats, it is the longest number of the plan. */
function findMostLocal({ formats, maxLength }: NumberingPlan): number {
  const lengths = formats.map(({ pattern }) => {
    const [, ...local] = Array.from(pattern.source.matchAll(GROUP_OF_DIGITS), ([, most]) =>
      Number(most ?? 1),
    );
    return local.reduce((sum, digits) => sum + digits, 0);
  });
  return lengths.length === 0 ? maxLength : Math.max(...lengths);
}

function sorted(lengths: Iterable<number>): readonly number[] {
  return [...lengths].sort((one, other) => one - other);
}
