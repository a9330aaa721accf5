import type { SeededRandom } from '@dialproof/generate';
import { type ListKind, noNumber, ROWS } from '../number-list.js';

/** How a column of things is made: once for the list, then for each row. */
export type Maker = (random: SeededRandom) => (row: number) => string;

/** Headers that match the contract's expression and mean a thing. */
export const NUMBER_HEADERS = [
  'Roll Number',
  'Order Number',
  'Account Number',
  'Item number',
  'Total',
  'Hotel',
];

/** With a default country and without one. */
export function things(
  name: string,
  headers: readonly string[],
  maker: Maker,
  openBecause?: string,
): readonly ListKind[] {
  const kind = (isInCountry: boolean): ListKind => ({
    name: isInCountry ? name : `${name}, no country`,
    holdsPhones: false,
    headers,
    ...(openBecause === undefined ? {} : { openBecause }),
    make: ({ country }, random) => {
      const cell = maker(random);
      return {
        cells: Array.from({ length: ROWS }, (_, row) => noNumber(cell(row))),
        reading: isInCountry ? { defaultCountry: country } : {},
      };
    },
  });
  return [kind(true), kind(false)];
}

/** Rows that are counted from a start, some with gaps. */
export function counters(starts: readonly number[]): Maker {
  return (random) => {
    const start = random.pick(starts) + (random.chance(0.5) ? 0 : random.below(1_000));
    const step = random.pick([1, 1, 1, 2, 5, 10]);
    return (row) => String(start + row * step);
  };
}

export function leading(random: SeededRandom): string {
  return String(1 + random.below(9));
}

export function digits(random: SeededRandom, count: number): string {
  return Array.from({ length: Math.max(0, count) }, () => random.below(10)).join('');
}
