import type { SeededRandom } from '@dialproof/generate';
import type { ListedNumber } from '../country-numbers.js';
import { all, column, inCountry, type ListKind, phones, readable, unclear } from '../number-list.js';

const BETWEEN = ['-', ' - ', '–', '/', ' / ', '~', '〜', ' bis ', ' to '];

/** Countries where digits behind a dash are an extension: `030 264811-19` is one number. */
const WITH_DIRECT_DIALS = ['AT', 'DE'];

/** Lists in which some cells name the first and the last one of several lines: `021 520 1234-6`. */
export const LINE_RANGE_LISTS: readonly ListKind[] = [
  rangeList('ranges of lines, national', ({ national }) => national),
  rangeList('ranges of lines, with +', ({ international }) => international),
];

function rangeList(name: string, write: (number: ListedNumber) => string): ListKind {
  return phones(name, (numbers, random) => {
    const hasDirectDials = WITH_DIRECT_DIALS.includes(numbers.country);
    const separator = random.pick(hasDirectDials ? BETWEEN.filter((sign) => !/[-–]/.test(sign)) : BETWEEN);
    return column(all(numbers, random), inCountry(numbers), (number) => {
      const text = write(number);
      if (random.chance(0.6)) return readable(text, number.number);
      return unclear(`${text}${separator}${lastOfRange(text, random)}`, number.number);
    });
  });
}

/** The last digit or two of a later line, or all digits of its last group. */
function lastOfRange(text: string, random: SeededRandom): string {
  const [group = ''] = /\d+$/.exec(text) ?? [];
  const length = Math.min(group.length, random.pick([1, 1, 2, 2, 3, group.length]));
  const last = Number(group) + 1 + random.below(9);
  return String(last).padStart(group.length, '0').slice(-length);
}
