import { Turn } from '../../async/turn.js';
import type { AreaLength, CellReading } from '../../phone/cells/cell-reading.js';
import {
  areaLengthOf,
  FEWEST_OF_AREA,
  localWriting,
  numberWithZeroOfOthers,
} from '../../phone/cells/digits/local-number.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import { leadingCallingCode } from '../../phone/numbering/calling-code.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { callingCodeOf, planOf } from '../../phone/numbering/national-number.js';
import { digitsOf } from './doubtful-digits.js';

/** In a plan with more lengths of fixed lines, short digits are not taken for numbers that lost a zero: they may be local numbers. */
const FEW_LENGTHS = 4;

type AreaCounts = ReadonlyMap<AreaLength, number>;

/**
 * The areas whose zero is written in cells of a column, with the count of their numbers, so that the zeros of other cells are known to be
 * lost. Areas that begin like the calling code of another cell are left out. Short digits may also be local numbers: they are read if all
 * of them can have lost a zero, and no more than there are zeros. Otherwise only areas with longer numbers are left.
 */
export async function zeroAreas(
  column: readonly string[],
  reading: CellReading,
  country: CountryCode,
): Promise<AreaCounts | undefined> {
  const turn = new Turn();
  const numbers = new Map<AreaLength, Set<string>>();
  const short: string[] = [];
  const codes: string[] = [];
  let withZero = 0;
  for (const cell of column) {
    if (turn.isLong) await turn.next();
    const writing = localWriting(cell, country);
    if (writing === 'short') short.push(digitsOf(cell));
    if (writing !== 'trunk' && writing !== 'international') continue;
    const number = readPhoneCell(cell, reading);
    if (number === undefined) continue;
    const code = leadingCallingCode(number.slice(1))?.code ?? '';
    if (code !== callingCodeOf(country)) codes.push(code);
    const area = writing === 'trunk' ? areaLengthOf(number, country) : undefined;
    if (area === undefined) continue;
    withZero += 1;
    numbers.set(area, (numbers.get(area) ?? new Set()).add(number));
  }
  const isAbroad = (area: string): boolean => codes.some((code) => area.startsWith(code));
  const counts = new Map(
    [...numbers].filter(([area]) => !isAbroad(area)).map(([area, found]) => [area, found.size]),
  );
  const areLost = short.length <= withZero && areShortLost(short, counts, country);
  const shown = areLost ? counts : longerThan(short, counts);
  return [...shown.values()].some((count) => count >= FEWEST_OF_AREA) ? shown : undefined;
}

function areShortLost(short: readonly string[], counts: AreaCounts, country: CountryCode): boolean {
  if ((planOf(country).fixedLine?.lengths.size ?? 0) > FEW_LENGTHS) return false;
  return short.every(
    (digits) => numberWithZeroOfOthers(digits, country, { zeroAreas: counts }) !== undefined,
  );
}

function longerThan(short: readonly string[], counts: AreaCounts): AreaCounts {
  const longest = Math.max(0, ...short.map(({ length }) => length));
  return new Map([...counts].filter(([area]) => Number(area.split('/')[1]) > longest));
}
