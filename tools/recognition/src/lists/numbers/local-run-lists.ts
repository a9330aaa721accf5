import type { SeededRandom } from '@dialproof/generate';
import type { CountryNumbers, ListedNumber } from '../country-numbers.js';
import {
  abroad,
  column,
  inCountry,
  type ListedCell,
  type ListKind,
  noNumber,
  ofArea,
  readable,
  unclear,
} from '../number-list.js';
import { localDigits, localGroups, otherLocalWriting } from './local-writings.js';

/** Separators that may also stand between the groups of one number. Each list has one of them, between all of its numbers. */
const BETWEEN_GROUPS = [' ', '  ', '   ', '-', ' - ', '.', ' . ', '/'];

/** One number in this many is a mobile number, in lists with such numbers. */
const MOBILE_EVERY = 7;

/** Makes a cell with something else than a run. Undefined for a run. */
type OtherCell = (
  row: number,
  numbers: CountryNumbers,
  random: SeededRandom,
  write: (number: ListedNumber) => string,
  local: ListedNumber,
) => ListedCell | undefined;

const NO_OTHER: OtherCell = () => undefined;

/** Lists of cells with several local numbers, without a clear separator between the numbers. */
export const LOCAL_RUN_LISTS: readonly ListKind[] = [
  runList('local, two in a row', 2, NO_OTHER, inCountry),
  runList('local, three in a row', 3, NO_OTHER, inCountry),
  runList(
    'local, two in a row, or one',
    2,
    (_, __, random, write, local) => (random.chance(0.5) ? unclear(write(local), local.number) : undefined),
    inCountry,
  ),
  runList(
    'local, two in a row, and mobile numbers in full',
    2,
    (row, { mobile }) => {
      const number = row % MOBILE_EVERY === 3 ? mobile[row % mobile.length] : undefined;
      return number && readable(number.national, number.number);
    },
    inCountry,
  ),
  fewRows(runList('local, two in a row, in one row', 2, NO_OTHER, inCountry)),
  runList('local, two in a row, no country', 2, NO_OTHER, abroad),
];

function runList(name: string, count: number, other: OtherCell, readingOf: typeof inCountry): ListKind {
  return ofArea(name, ({ numbers: inArea }, numbers, random) => {
    const write = random.pick([localDigits, localGroups, otherLocalWriting(random)]);
    const separator = random.pick(BETWEEN_GROUPS);
    return column(inArea, readingOf(numbers), (number, row) => {
      const run = Array.from({ length: count - 1 }, () => random.pick(inArea));
      const text = [number, ...run].map(write).join(separator);
      return other(row, numbers, random, write, number) ?? noNumber(text);
    });
  });
}

function fewRows(kind: ListKind): ListKind {
  return {
    ...kind,
    make: (numbers, random) => {
      const made = kind.make(numbers, random);
      return made && { ...made, cells: made.cells.slice(0, 1) };
    },
  };
}
