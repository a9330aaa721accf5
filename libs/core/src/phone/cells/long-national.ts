import { callingCodeOf, isMobileNumber, nationalNumber } from '../numbering/national-number.js';

/** What the national numbers of a country look like where they are as long as numbers with a calling code. */
interface LongNational {
  readonly form: RegExp;
  /** Digits in front that are dialled and no part of the number. */
  readonly prefix: string;
  /** Whether one list of them begins in so many ways that some are no number abroad. */
  readonly isVaried: boolean;
}

/**
 * Big countries whose people write national numbers of eleven digits that begin with no zero, or lose it to a spreadsheet. Most of
 * these are numbers of another country too: each number of Moscow, `8495...`, is one of Vietnam, and `151...` of Germany or China is one
 * of North America.
 */
const LONG_NATIONAL = {
  // An area code and a mobile number. Nearly all begin with 96 to 99 there, which few numbers of other countries do.
  BR: { form: /^[1-9]{2}9[6-9]\d{7}$/, prefix: '', isVaried: false },
  CN: { form: /^1\d{10}$/, prefix: '', isVaried: true },
  // A mobile number without its zero.
  DE: { form: /^1[5-7]\d{9}$/, prefix: '', isVaried: true },
  ID: { form: /^8\d{10}$/, prefix: '', isVaried: true },
  // The 8 that is dialled before numbers of other areas.
  RU: { form: /^8\d{10}$/, prefix: '8', isVaried: false },
} as const satisfies Readonly<Record<string, LongNational>>;

export type LongNationalCountry = keyof typeof LONG_NATIONAL;

export const LONG_NATIONAL_COUNTRIES: readonly LongNationalCountry[] = ['BR', 'CN', 'DE', 'ID', 'RU'];

/** Whether digits without a plus sign may be a national number of this country. */
export function mayBeLongNational(digits: string, country: LongNationalCountry): boolean {
  const { form, prefix } = LONG_NATIONAL[country];
  if (!form.test(digits)) return false;
  const significant = digits.slice(prefix.length);
  const number = nationalNumber(significant, country);
  return number === `+${callingCodeOf(country)}${significant}` && (prefix !== '' || isMobileNumber(number));
}

/** Whether a list of these national numbers begins in so many ways that some are no number abroad. */
export function isVariedNational(country: LongNationalCountry): boolean {
  return LONG_NATIONAL[country].isVaried;
}
