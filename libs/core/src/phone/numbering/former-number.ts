import type { E164 } from '../../model/e164.js';
import type { CountryCode } from './country-code.js';
import { validNumber } from './phone-table.js';

/** Prefixes that were dialled until a reform. With them, a number is longer than any current one that begins like that. */
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
];

interface Reform {
  readonly country: CountryCode;
  readonly callingCode: string;
  /** Digits as dialled from abroad, with the calling code. The group is the current number. */
  readonly fromAbroad: RegExp;
  readonly within: RegExp;
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

/** Does the same for digits as dialled within a country. */
export function formerNationalNumber(digits: string, country: CountryCode): E164 | undefined {
  const reform = REFORMS.find((one) => one.country === country);
  return reform && today(reform, reform.within.exec(digits));
}

function today({ callingCode }: Reform, match: RegExpExecArray | null): E164 | undefined {
  const [, national] = match ?? [];
  return national === undefined ? undefined : validNumber(callingCode + national);
}
