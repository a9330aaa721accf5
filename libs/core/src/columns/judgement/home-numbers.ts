import { Turn } from '../../async/turn.js';
import type { AreaLength, CellReading } from '../../phone/cells/cell-reading.js';
import {
  areaLengthOf,
  FEWEST_OF_AREA,
  localWriting,
  numberWithZeroOfOthers,
} from '../../phone/cells/digits/local-number.js';
import { isLocalRun } from '../../phone/cells/digits/number-run.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import { leadingCallingCode } from '../../phone/numbering/calling-code.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { callingCodeOf, planOf } from '../../phone/numbering/national-number.js';
import { fewestWholeDigits } from '../../phone/numbering/whole-number.js';
import { digitsOf } from './doubtful-digits.js';
import type { NumberRuns } from './number-runs.js';

/** The numbers of a column with a country are domestic if at most one in this many belongs to another country. */
const ONE_ABROAD_OF = 10;
/** Among this many numbers that may also belong to another country, one has to be certainly domestic. */
const MOST_OPEN = 4;

/** Separators behind the digits: exports join several columns, of which most are empty, as in `5521015,,`. */
const SEPARATORS_BEHIND = /[,;\s]+$/;

/** The cells of a column that lack their area code. */
interface LocalCells {
  readonly cells: readonly string[];
  /** The lengths of their numbers, if at least two cells have that length. Undefined if there are none. */
  readonly lengths: ReadonlySet<number> | undefined;
  /** At least half of their numbers have this many digits. */
  readonly usualDigits: number;
  /** Whether the numbers of the column usually lack their area code. */
  readonly areUsual: boolean;
  /** Whether most numbers of the column are too short to lack only a zero. */
  readonly needAreaCode: boolean;
}

/**
 * The cells that are shorter than a number of the country, or are several short numbers in a row. They are usual in a column if most are
 * short, and no cell begins like a number dialled from another area. A single such beginning shows that the other cells did not lose a
 * zero.
 */
export function localCells(
  column: readonly string[],
  runs: NumberRuns['sure'],
  country: CountryCode,
): LocalCells {
  const writings = column.map((cell) => {
    const run = runs.get(cell);
    return run !== undefined && isLocalRun(run, country)
      ? 'short'
      : localWriting(cell.replace(SEPARATORS_BEHIND, ''), country);
  });
  const cells = column.filter((_, at) => writings[at] === 'short');
  const lengths = cells
    .map((cell) => countDigits(runs.get(cell)?.[0] ?? cell))
    .sort((one, other) => one - other);
  const half = writings.filter((writing) => writing !== undefined).length / 2;
  const fewest = fewestWholeDigits(country);
  const several = lengths.filter((length, at) => lengths[at - 1] === length);
  return {
    cells,
    lengths: several.length === 0 ? undefined : new Set(several),
    usualDigits: lengths[Math.floor(lengths.length / 2)] ?? 0,
    areUsual: cells.length > half && !writings.includes('trunk'),
    needAreaCode: lengths.filter((length) => length < fewest).length > half,
  };
}

/**
 * Whether numbers are domestic if they may have lost a zero, but may also belong to another country: other cells of the column are
 * certainly domestic, and hardly any can only be a number of another country.
 */
export async function areAtHome(
  column: readonly string[],
  reading: CellReading,
  country: CountryCode,
): Promise<boolean> {
  const turn = new Turn();
  const ownCode = `+${callingCodeOf(country)}`;
  let open = 0;
  let home = 0;
  let abroad = 0;
  for (const cell of column) {
    if (turn.isLong) await turn.next();
    if (localWriting(cell, country) === 'international') continue;
    const number = readPhoneCell(cell, reading);
    if (number?.startsWith(ownCode)) home += 1;
    else if (readPhoneCell(cell, { ...reading, isHome: true }) !== number) open += 1;
    else if (number !== undefined || readPhoneCell(cell) !== undefined) abroad += 1;
  }
  return open > 0 && open <= home * MOST_OPEN && abroad * ONE_ABROAD_OF <= home + open;
}

function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/**
 * In plans with more lengths of fixed lines than this, short digits may be local numbers, and are not taken for numbers that lost a zero.
 */
const FEW_LENGTHS = 4;

type AreaCounts = ReadonlyMap<AreaLength, number>;

/**
 * The areas whose zero is written in cells of a column, with the count of their numbers, so that other cells of these areas must have lost
 * theirs. Areas that begin like the calling code of another cell are left out. Short digits may also be local numbers, and count only if
 * all of them can have lost a zero, and if they are not more than the written zeros. Otherwise only areas with longer numbers remain.
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
