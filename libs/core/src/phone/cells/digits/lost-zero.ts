import type { E164 } from '../../../model/e164.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { callingCodeOf, nationalNumber, planOf } from '../../numbering/national-number.js';
import { formatOf } from '../../numbering/whole-number.js';
import type { AreaLength, CellReading } from '../cell-reading.js';

/** A single number with a zero may be a slip. */
export const FEWEST_OF_AREA = 2;

/**
 * The number of digits that lost their zero, if other cells of the column show this zero in front of numbers of the same area and length. Undefined
 * if the digits are as many as a local number of such an area has: `97424078` may be one of Kuala Lumpur (`03-9742 4078`).
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
