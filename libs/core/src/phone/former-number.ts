import type { CountryCode } from './country-code.js';
import type { E164 } from './e164.js';
import { validNumber } from './phone-table.js';

/** Where something was dialled in front of numbers until a reform, and no number of today has so many digits with it. */
const REFORMS: readonly Reform[] = [
  // Until 2019: a 1 before a mobile number from abroad; within the country other digits before one, or one of another area.
  { country: 'MX', callingCode: '52', fromAbroad: /^521(\d{10})$/, within: /^(?:01|044|045)(\d{10})$/ },
  // Until 2010: a zero before a number of another area. It is still written.
  { country: 'PL', callingCode: '48', fromAbroad: /^480(\d{9})$/, within: /^0(\d{9})$/ },
];

interface Reform {
  readonly country: CountryCode;
  readonly callingCode: string;
  /** What was dialled from abroad, with the calling code; what is caught is the number of today. */
  readonly fromAbroad: RegExp;
  readonly within: RegExp;
}

/**
 * The number of today that digits with a calling code were before their plan was reformed; undefined where they are none, or may
 * still be a number themselves. So an Argentine number gets no 9 of mobile lines and a Brazilian one no ninth digit: without them it
 * may be a line of somebody's.
 */
export function formerNumber(digits: string): E164 | undefined {
  const reform = REFORMS.find(({ callingCode }) => digits.startsWith(callingCode));
  return reform && today(reform, reform.fromAbroad.exec(digits));
}

/** The same for digits as dialled within a country. */
export function formerNationalNumber(digits: string, country: CountryCode): E164 | undefined {
  const reform = REFORMS.find((one) => one.country === country);
  return reform && today(reform, reform.within.exec(digits));
}

function today({ callingCode }: Reform, match: RegExpExecArray | null): E164 | undefined {
  const [, national] = match ?? [];
  return national === undefined ? undefined : validNumber(callingCode + national);
}
