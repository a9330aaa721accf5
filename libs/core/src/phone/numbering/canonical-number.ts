import { type E164, e164 } from '../../model/identifiers.js';
import { type CallingCode, leadingCallingCode } from './calling-code.js';
import type { CountryCode } from './country-code.js';
import { isPossibleNumber, validNumber } from './phone-table.js';

/**
 * Removes the prefix that is dialled only within the country from a number (`+49 0171 ...`, `+8 910 ...`), and converts a number from
 * before a reform. Every other number stays as it is, also one that cannot exist. Doing it again changes nothing.
 */
export function canonicalNumber(number: E164): E164 {
  const digits = number.slice(1);
  const callingCode = leadingCallingCode(digits);
  if (callingCode === undefined) return behindTrunkEight(digits) ?? number;
  const { code, main } = callingCode;
  const national = digits.slice(code.length);
  // Hardly any number begins with its country's trunk prefix. All others are done here.
  if (!main.nationalPrefixPattern?.exec(national)?.[0]) {
    return formerNumber(digits) ?? withoutFormerZero(number, callingCode) ?? number;
  }
  const valid = validNumber(digits) ?? formerNumber(digits);
  if (valid !== undefined) return valid;
  if (main.nationalPrefix !== '0' || !/^0[1-9]/.test(national)) return number;
  const without = e164(`+${code}${national.slice(1)}`);
  // Without the zero there may be more to correct, such as the area code of Antananarivo.
  return without !== undefined && isPossibleNumber(without) ? canonicalNumber(without) : number;
}

/** Reads a number of +7 that is written with the trunk prefix 8. Most of these begin with no calling code. */
export function behindTrunkEight(digits: string): E164 | undefined {
  return /^8\d{10}$/.test(digits) ? validNumber(`7${digits.slice(1)}`) : undefined;
}

/**
 * Removes a trunk zero that is no longer dialled, as in `+351 0 21 ...`, or that people add by habit although it never existed. Undefined
 * if the rest is not a number, or if numbers of this length may begin with a zero.
 */
function withoutFormerZero(number: E164, { code, countries, main }: CallingCode): E164 | undefined {
  if (number[1 + code.length] !== '0') return undefined;
  const mayBePart = [main, ...countries].some((plan) => plan.mayBeginWithZero);
  if (mayBePart && isPossibleNumber(number)) return undefined;
  return validNumber(code + number.slice(2 + code.length));
}

/** Forms of numbers until a reform. No current number has as many digits and begins like that. */
const REFORMS: readonly Reform[] = [
  // Until 2019: 1 before a mobile number from abroad. Within the country, other digits before a mobile number or another area's.
  {
    country: 'MX',
    callingCode: '52',
    fromAbroad: /^52(?:1|01|044|045)(\d{10})$/,
    within: /^(?:01|044|045)(\d{10})$/,
  },
  // Until 2010: a zero before another area's number. People still write it.
  { country: 'PL', callingCode: '48', fromAbroad: /^480(\d{9})$/, within: /^0(\d{9})$/ },
  // Until 2016: a zero before an area code or the 9 of mobile lines.
  { country: 'CL', callingCode: '56', fromAbroad: /^560(\d{9})$/, within: /^0(\d{9})$/ },
  // Until 2017: 4 for Hanoi. No number begins with it since.
  { country: 'VN', callingCode: '84', fromAbroad: /^844(\d{8})$/, within: /^04(\d{8})$/, newPrefix: '24' },
  // Until 2021: 60 was not in front of fixed lines of eight digits. Those that begin with 46 still have eight.
  { country: 'CO', callingCode: '57', fromAbroad: /^57((?!46|60)[124-8]\d{7})$/, newPrefix: '60' },
  // Until 2024: 20 was not in front of fixed lines. Other digits may be a mobile number that lost two, or a number of today.
  {
    country: 'NG',
    callingCode: '234',
    fromAbroad: /^234((?!20|[789][01]|72)\d{8})$/,
    within: /^0((?!20|[789][01]|72)\d{8})$/,
    newPrefix: '20',
  },
  // Until 2024: eight digits. Every number has 01 in front since, but for those that begin with an 8.
  {
    country: 'BJ',
    callingCode: '229',
    fromAbroad: /^229([2-79]\d{7})$/,
    newPrefix: '01',
  },
];

/** A number of Vietnam that may have the former area code of Ho Chi Minh City. */
const EIGHT_OF_VIETNAM = /^\+848([2-7]\d{7})$/;

interface Reform {
  readonly country: CountryCode;
  readonly callingCode: string;
  /** Digits as dialled from abroad, with the calling code. The group is the current number. */
  readonly fromAbroad: RegExp;
  /** Digits as dialled within the country. Undefined: they are not read, since they may lack other digits. */
  readonly within?: RegExp;
  /** The digits that precede the group since the reform. */
  readonly newPrefix?: string;
}

/**
 * Converts a pre-reform number, given as digits with the calling code, to its current form. Undefined if it is not one, or may still be
 * valid as it is. So an Argentine number gets no mobile 9 and a Brazilian one no ninth digit: without that digit, the number may be
 * another person's line.
 */
export function formerNumber(digits: string): E164 | undefined {
  const reform = REFORMS.find(({ callingCode }) => digits.startsWith(callingCode));
  return reform && today(reform, reform.fromAbroad.exec(digits));
}

/**
 * Converts digits without a plus sign, as {@link formerNumber}, unless the current number is longer by two digits: too many other things
 * have so few digits.
 */
export function formerBareNumber(digits: string): E164 | undefined {
  const number = formerNumber(digits);
  return number !== undefined && number.length - 1 <= digits.length + 1 ? number : undefined;
}

/** Converts digits as dialled within a country, as {@link formerNumber}. */
export function formerNationalNumber(digits: string, country: CountryCode): E164 | undefined {
  const reform = REFORMS.find((one) => one.country === country);
  return reform && today(reform, reform.within?.exec(digits));
}

/**
 * Converts a number with the former area code of Ho Chi Minh City: 8 until 2017, 28 since. Only numbers with the 8 as a group of its own
 * are former ones: current mobile numbers begin with 8, but are grouped behind their second or third digit. Undefined for any other number.
 */
export function formerOfHoChiMinhCity(number: E164, groups: readonly string[]): E164 | undefined {
  const [, subscriber] = EIGHT_OF_VIETNAM.exec(number) ?? [];
  if (subscriber === undefined) return undefined;
  const area = groups.findIndex((group) => /^0?8$/.test(group));
  const isAlone = area >= 0 && groups.slice(area + 1).join('') === subscriber;
  return isAlone ? validNumber(`8428${subscriber}`) : undefined;
}

function today(
  { callingCode, newPrefix = '' }: Reform,
  match: RegExpExecArray | null | undefined,
): E164 | undefined {
  const [, national] = match ?? [];
  return national === undefined ? undefined : validNumber(callingCode + newPrefix + national);
}
