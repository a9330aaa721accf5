import type { E164 } from '../../../model/identifiers.js';
import type { CountryCode } from '../../numbering/country-code.js';
import {
  callingCodeOf,
  isMobileNumber,
  isUnmistakableMobile,
  nationalNumber,
} from '../../numbering/national-number.js';

/** The form of a country's national numbers that are as long as numbers with a calling code. */
export interface LongNational {
  /** Whether they are expected beside numbers with the country's calling code alone. */
  readonly besideOwn?: boolean;
  readonly country: CountryCode;
  readonly lines: 'mobile' | 'fixed' | 'all';
  readonly form: RegExp;
  /** Digits in front that are dialled, but are not part of the number. */
  readonly prefix: string;
  /**
   * If the numbers of a list differ within this many of their first digits, some of them are not valid abroad. Undefined if all may be
   * valid. The numbers of one area may all be valid in one area abroad.
   */
  readonly variedDigits: number | undefined;
}

/**
 * Big countries whose people write national numbers of eleven digits that begin with no zero, or lost it in a spreadsheet. Most of these
 * are numbers of another country too: each number of Moscow, `8495...`, is one of Vietnam, and `151...` of Germany or China is one of North
 * America.
 */
export const LONG_NATIONAL: readonly LongNational[] = [
  // All kinds of numbers of an area without its zero: `33326212345` of Hartberg, or of Reims. The plan has room for nearly any digits.
  {
    country: 'AT',
    lines: 'all',
    form: /^[2-7]\d{10}$/,
    prefix: '',
    variedDigits: undefined,
    besideOwn: true,
  },
  // An area code and a mobile number. Nearly all Brazilian mobile numbers begin with 96 to 99, unlike most numbers of other countries.
  { country: 'BR', lines: 'mobile', form: /^[1-9]{2}9[6-9]\d{7}$/, prefix: '', variedDigits: undefined },
  { country: 'CN', lines: 'mobile', form: /^1\d{10}$/, prefix: '', variedDigits: 7 },
  // Three digits of an area and eight behind them: `51065221234` of Wuxi.
  { country: 'CN', lines: 'fixed', form: /^[3-9]\d{10}$/, prefix: '', variedDigits: 4 },
  // A mobile number without its zero.
  { country: 'DE', lines: 'mobile', form: /^1[5-7]\d{9}$/, prefix: '', variedDigits: 7 },
  // A fixed line without its zero: `46112345678` of Flensburg, or of Sweden.
  { country: 'DE', lines: 'fixed', form: /^[2-9]\d{10}$/, prefix: '', variedDigits: 4 },
  { country: 'ID', lines: 'mobile', form: /^8\d{10}$/, prefix: '', variedDigits: 7 },
  // The 8 that is dialled before numbers of other areas.
  { country: 'RU', lines: 'all', form: /^8\d{10}$/, prefix: '8', variedDigits: undefined },
];

/** A national number of an area, with as many digits or a few fewer. */
const OTHER_FIXED = /^[2-9]\d{8,10}$/;

/**
 * Whether digits that can be a number abroad may be a national number of this kind instead. A mobile number abroad wins over a fixed line:
 * most lists without plus signs hold mobile numbers.
 */
export function mayBeLongNational(digits: string, abroad: E164, kind: LongNational): boolean {
  if (!kind.form.test(digits) || (kind.lines === 'fixed' && isUnmistakableMobile(abroad))) return false;
  return isOfLines(digits, kind);
}

/** Whether digits that are not a number abroad are a national number of this kind, or may be in a list with numbers of this kind. */
export function showsLongNational(digits: string, kind: LongNational): boolean {
  return (kind.lines === 'fixed' ? OTHER_FIXED : kind.form).test(digits) && isOfLines(digits, kind);
}

function isOfLines(digits: string, { country, lines, prefix }: LongNational): boolean {
  const significant = digits.slice(prefix.length);
  const number = nationalNumber(significant, country);
  if (number !== `+${callingCodeOf(country)}${significant}`) return false;
  return lines === 'all' || isMobileNumber(number) === (lines === 'mobile');
}
