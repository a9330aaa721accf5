import type { SeededRandom } from '@dialproof/generate';
import type { ListedNumber } from '../country-numbers.js';
import {
  all,
  column,
  digitsOf,
  inCountry,
  type ListKind,
  noNumber,
  ofAll,
  ofArea,
  phones,
  readable,
  unclear,
} from '../number-list.js';
import { localDigits, localGroups } from './local-writings.js';

/** Separators that clearly stand between whole numbers. */
const CLEAR = [
  ...[';', '; ', '|', ' | ', ', ', ' / ', '\n', ' & ', ':::', '，', '、'],
  ...[' or ', ' ou ', ' y ', ' e ', ' und ', ' and '],
];
/** Separators for a person that may also stand within one number. */
const UNCLEAR = ['/', '\\'];
/** Separators that also stand between the groups of one number. */
const BETWEEN_GROUPS = [' ', ' - '];
const ANY = [...CLEAR, ...UNCLEAR, ...BETWEEN_GROUPS];

type Write = (number: ListedNumber) => string;

const NATIONAL: Write = ({ national }) => national;
const DIGITS: Write = ({ national }) => digitsOf(national);
const INTERNATIONAL: Write = ({ international }) => international;

/** Lists in which cells hold several numbers. */
export const SEVERAL_LISTS: readonly ListKind[] = [
  severalList('several in a cell, national', NATIONAL, ANY, 'unknown'),
  severalList('several in a cell, national digits', DIGITS, ANY, 'unknown'),
  severalList('several in a cell, with +', INTERNATIONAL, ANY, 'unknown'),
  severalList('several, the first: national', NATIONAL, CLEAR, 'first'),
  severalList('several, the first: national digits', DIGITS, CLEAR, 'first'),
  severalList('several, the first: with +', INTERNATIONAL, CLEAR, 'first'),
  severalList('several, the first: not clearly separated', NATIONAL, UNCLEAR, 'first'),
  {
    ...severalList('several, the first: spaces or dashes between', NATIONAL, BETWEEN_GROUPS, 'first'),
    openBecause:
      'two local numbers in a row may have the digits and groups of one abroad: `78 39078 - 34442`',
  },
  localPair('several local ones in a cell', 'unknown'),
  localPair('several local ones in a cell, the first', 'first'),
  ofAll(
    'the last digits of a second line',
    (number, random) => {
      const digits = DIGITS(number).slice(-random.pick([1, 2, 3, 4]));
      const separator = random.pick(['/', ' / ', ', ', ' ou ', ' & ']);
      return unclear(NATIONAL(number) + separator + digits, number.number);
    },
    (numbers) => ({ ...inCountry(numbers), severalNumbers: 'first' }),
  ),
];

function severalList(
  name: string,
  write: Write,
  separators: readonly string[],
  severalNumbers: 'first' | 'unknown',
): ListKind {
  return phones(name, (numbers, random) => {
    const others = all(numbers, random);
    return column(all(numbers, random), { ...inCountry(numbers), severalNumbers }, (number) => {
      // Half of the cells hold one number.
      if (random.chance(0.5)) return readable(write(number), number.number);
      const text = [number, ...manyOf(others, number, random)].map(write).join(random.pick(separators));
      if (severalNumbers === 'unknown') return noNumber(text);
      return separators === CLEAR ? readable(text, number.number) : unclear(text, number.number);
    });
  });
}

function localPair(name: string, severalNumbers: 'first' | 'unknown'): ListKind {
  return ofArea(name, ({ numbers: inArea }, numbers, random) => {
    const write = random.pick([localDigits, localGroups]);
    const separators = severalNumbers === 'first' ? [...CLEAR, ...UNCLEAR] : ANY;
    return column(inArea, { ...inCountry(numbers), severalNumbers }, (number) => {
      const text = [number, ...manyOf(inArea, number, random)].map(write).join(random.pick(separators));
      return severalNumbers === 'unknown' ? noNumber(text) : unclear(text, number.number);
    });
  });
}

/** One or two other numbers. */
function manyOf(
  others: readonly ListedNumber[],
  than: ListedNumber,
  random: SeededRandom,
): readonly ListedNumber[] {
  const different = others.filter(({ number }) => number !== than.number);
  if (different.length === 0) throw new RangeError(`there is no other number than ${than.number}`);
  return Array.from({ length: random.chance(0.8) ? 1 : 2 }, () => random.pick(different));
}
