import type { SeededRandom } from '@dialproof/generate';
import { digits } from './country-numbers.js';

/**
 * Makes the cells of a column of things from a pattern of `lists.json`. Once for the list: `[a|b]` is one of these texts, `d` is a digit, `n` is
 * one that is not zero. For each row: `#` and `N` likewise; `#{3}` stands for `###`.
 */
export function thingCells(pattern: string, random: SeededRandom): (row: number) => string {
  const nonZero = () => String(1 + random.below(9));
  const form = pattern
    .replace(/\[([^\]]*)\]/g, (_, texts: string) => random.pick(texts.split('|')))
    .replace(/#\{(\d+)\}/g, (_, count: string) => '#'.repeat(Number(count)))
    .replace(/(?<!\w|\{)[dn]+/g, (run) => run.replace(/d/g, () => digits(random, 1)).replace(/n/g, nonZero));
  const makers = new Map<string, (row: number) => string>();
  return (row) =>
    form
      .replace(/\{(\w+) ?([^}]*)\}/g, (call, name: string, rest: string) => {
        const maker = makers.get(call) ?? makerOf(name, rest, random);
        makers.set(call, maker);
        return maker(row);
      })
      .replace(/#/g, () => digits(random, 1))
      .replace(/N/g, nonZero);
}

/** The values that `{name ...}` stands for, made once for the list. */
function makerOf(name: string, rest: string, random: SeededRandom): (row: number) => string {
  const numbers = rest.split(' ').map(Number);
  const year = () => 1950 + random.below(80);
  const two = (value: number) => String(value).padStart(2, '0');
  switch (name.replace(/\d+$/, '')) {
    case 'count':
    case 'pad': {
      const start = random.pick(numbers) + (random.chance(0.5) ? 0 : random.below(1_000));
      const step = random.pick([1, 1, 1, 2, 5, 10]);
      const width = Number(/\d+$/.exec(name)?.[0] ?? 0);
      return (row) => String(start + row * step).padStart(width, '0');
    }
    case 'check':
      return () => withCheckDigit(rest.replace(/#/g, () => digits(random, 1)));
    case 'year':
      return () => String(year());
    case 'season':
      return () => [year()].map((begun) => `${begun}/${begun + 1}`).join('');
    case 'day':
      return () => `20${10 + random.below(16)}${two(1 + random.below(12))}${two(1 + random.below(28))}`;
    case 'amount':
      return () => {
        const amount = String(1 + random.below(10 ** (3 + random.below(6))));
        return rest === '' ? amount : amount.replace(/\B(?=(?:\d{3})+$)/g, rest.replace('&', ' '));
      };
    case 'time': {
      const [start = 0, span = 0] = numbers;
      const isInOrder = random.chance(0.4);
      let last = start;
      return () => {
        last = isInOrder ? last + random.below(Math.floor(span / 120)) : start + random.below(span);
        return String(last);
      };
    }
    default:
      throw new RangeError(`there is no {${name}}`);
  }
}

function withCheckDigit(code: string): string {
  const sum = [...code]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return code + ((10 - (sum % 10)) % 10);
}
