import { type E164, e164 } from '../../../model/identifiers.js';
import { foldToAscii } from '../../fold-to-ascii.js';
import { readWriting } from '../../normalize-phone.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { callingCodeOf, mayDialAbroad, nationalNumber, planOf } from '../../numbering/national-number.js';
import { isOfKind } from '../../numbering/numbering-plan.js';
import { validNumber } from '../../numbering/phone-table.js';
import {
  FEW_LENGTHS,
  fewestWholeDigits,
  formatOf,
  isWholeAsWritten,
  mostLocalDigits,
  mostWholeDigits,
} from '../../numbering/whole-number.js';
import { type AreaLength, type CellRead, type CellReading, UNREAD } from '../cell-reading.js';
import { isNonPhone } from '../text/non-phone.js';

/**
 * How a cell writes a number:
 *
 * - `short`: may be a number without its area code. It has no trunk prefix, and fewer digits than the national numbers of the country, or
 *   than the longer ones if its zero may be lost
 * - `whole`: has as many digits as a national number, but no trunk prefix. Either the country writes none, or a spreadsheet dropped its
 *   zero
 * - `trunk`: has a leading zero, or the trunk prefix of the country with a number behind it
 * - `international`: begins with a plus sign, `00`, the prefix for calls abroad, or the country's calling code with a number behind it
 */
export type LocalWriting = 'short' | 'whole' | 'trunk' | 'international';

/** The fewest digits of a local number. Fewer are an extension or an emergency line. */
const FEWEST_DIGITS = 4;
const MOST_DIGITS = 15;
/** Some local numbers have up to a quarter fewer digits than most others of their area: six and eight in Berlin. */
const LEAST_OF_USUAL = 0.75;
/** Numbers of social value, which are dialled without an area code. */
const HELPLINE = /^116\d{3}$/;
/** The most digits of a local number in any country. */
const MOST_LOCAL_DIGITS = 8;

/**
 * Classifies the writing of a cell, in order to judge its column: a column whose cells are mostly `short` and never `trunk` holds numbers
 * without an area code. Undefined unless the cell has only one number and separators, for example for a label, a date or two numbers. The
 * number need not exist.
 */
export function localWriting(cell: string, country: CountryCode): LocalWriting | undefined {
  const writing = readWriting(foldToAscii(cell));
  if (typeof writing === 'string' || isNonPhone(writing.text)) return undefined;
  return writing.international ? 'international' : writingOfDigits(writing.digits, country);
}

/**
 * Reads digits without a plus sign that lack their area code, or are in a column of such numbers: with the given area code, or not at all.
 * Returns `whole` if they are to be read like other digits.
 */
export function localNumber(digits: string, country: CountryCode, reading: CellReading): CellRead | 'whole' {
  const { areaCode, isLocal, usualLocalDigits = 0 } = reading;
  if (!isLocal && !mayLackAreaCode(digits, country)) {
    if (digits.length >= fewestWholeDigits(country) || digits.startsWith('0')) return 'whole';
  }
  const writing = writingOfDigits(digits, country);
  if (writing === 'short') {
    const isMuchShorter = digits.length < usualLocalDigits * LEAST_OF_USUAL;
    if (isMuchShorter) return UNREAD.too_few_digits;
    const number = isLocal ? undefined : numberWithZeroOfOthers(digits, country, reading);
    if (number !== undefined) return number;
    return areaCode === undefined ? UNREAD.no_area_code : inArea(areaCode, digits, country);
  }
  if (!isLocal || writing === 'trunk' || writing === 'international') return 'whole';
  // In a column of local numbers, no zero was lost. Only the area's own numbers are read without theirs.
  const isMeant =
    isWholeAsWritten(digits, country) || (areaCode !== undefined && digits.startsWith(areaCode));
  return isMeant ? 'whole' : UNREAD.unclear;
}

function inArea(areaCode: string, digits: string, country: CountryCode): CellRead {
  // No local number of Germany begins with a 1: `19222` is dialled without an area code.
  if (HELPLINE.test(digits) || (country === 'DE' && digits.startsWith('1'))) return UNREAD.impossible;
  if (digits.length < FEWEST_DIGITS) return UNREAD.too_few_digits;
  const number = `+${callingCodeOf(country)}${areaCode}${digits}`;
  const isValid = validNumber(number.slice(1)) === number;
  return (isValid ? e164(number) : undefined) ?? UNREAD.impossible;
}

function writingOfDigits(digits: string, country: CountryCode): LocalWriting | undefined {
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return undefined;
  const fewest = fewestWholeDigits(country);
  if (digits.length > fewest && mayDialAbroad(digits, country)) return 'international';
  if (digits.startsWith('0')) return 'trunk';
  if (digits.length < fewest) return isWholeAsWritten(digits, country) ? 'whole' : 'short';
  const { nationalPrefix } = planOf(country);
  if (nationalPrefix !== undefined && digits.startsWith(nationalPrefix)) {
    const behind = digits.slice(nationalPrefix.length);
    if (behind.length >= fewest && nationalNumber(behind, country) !== undefined) return 'trunk';
  }
  if (digits.startsWith(callingCodeOf(country)) && validNumber(digits) !== undefined) return 'international';
  return mayLackAreaCode(digits, country) ? 'short' : 'whole';
}

/**
 * Whether digits that are long enough for a number that lost its zero may also lack an area code: `9324 5708` in Malaysia. The length
 * shows a mobile number if all mobile numbers have the same length.
 */
function mayLackAreaCode(digits: string, country: CountryCode): boolean {
  if (digits.length > MOST_LOCAL_DIGITS || digits.startsWith('0')) return false;
  const { fixedLine, mayBeginWithZero, mobile, nationalPrefix } = planOf(country);
  if (nationalPrefix !== '0' && !mayBeginWithZero) return false;
  const most = mostWholeDigits(country);
  const hasLonger = [...(fixedLine?.lengths ?? [])].some(
    (length) => length > digits.length && length <= most,
  );
  if (!hasLonger) return false;
  if (digits.length > mostLocalDigits(country)) return false;
  const isMobile = mobile !== undefined && mobile.lengths.size <= FEW_LENGTHS && isOfKind(mobile, digits);
  return !isMobile && !isWholeAsWritten(digits, country);
}

/** The fewest numbers of an area with a zero. A single one may be an error. */
export const FEWEST_OF_AREA = 2;

/**
 * The number of digits that lost their zero, if other cells of the column show this zero in front of numbers of the same area and length.
 * Undefined if the digits are as many as a local number of such an area has: `97424078` may be one of Kuala Lumpur (`03-9742 4078`).
 */
export function numberWithZeroOfOthers(
  digits: string,
  country: CountryCode,
  { zeroAreas }: CellReading,
): E164 | undefined {
  if (zeroAreas === undefined || digits.startsWith('0')) return undefined;
  const number = nationalNumber(`0${digits}`, country);
  if (number !== `+${callingCodeOf(country)}${digits}`) return undefined;
  const count = zeroAreas.get(areaLengthOf(number, country) ?? '/0') ?? 0;
  if (count < FEWEST_OF_AREA) return undefined;
  return [...zeroAreas.keys()].some((area) => localDigitsOf(area) === digits.length) ? undefined : number;
}

/** The area and the length of a number of the country. Undefined if its plan has no format for it. */
export function areaLengthOf(number: E164, country: CountryCode): AreaLength | undefined {
  const national = number.slice(1 + callingCodeOf(country).length);
  const [, areaCode] = formatOf(national, planOf(country))?.pattern.exec(national) ?? [];
  return areaCode === undefined ? undefined : `${areaCode}/${national.length}`;
}

function localDigitsOf(area: AreaLength): number {
  const [areaCode = '', length] = area.split('/');
  return Number(length) - areaCode.length;
}
