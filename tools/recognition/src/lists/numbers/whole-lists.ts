import type { SeededRandom } from '@dialproof/generate';
import { parsePhoneNumber } from 'awesome-phonenumber';
import type { CountryNumbers, ListedNumber } from '../country-numbers.js';
import { column, type ListedCell, type ListKind, noNumber, readable, unclear } from '../number-list.js';
import { inRuns } from './local-writings.js';

type Write = (number: ListedNumber) => string;

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const significant = ({ groups }: ListedNumber): string => groups.join('');

const NATIONAL_WRITINGS: readonly Write[] = [
  ({ national }) => national.replace(/[()]/g, '').replace(/\D+/g, '-'),
  ({ national }) => national.replace(/[()]/g, '').replace(/\D+/g, ' '),
  ({ national }) => national.replace(/[()]/g, '').replace(/^(\d+)\D+/, '($1) '),
  ({ national }) => inRuns(digitsOf(national), 3, ' '),
  ({ national }) => inRuns(digitsOf(national), 2, ' '),
  ({ national }) => inRuns(digitsOf(national), 4, '-'),
  ({ national }) => national.replace(/[()]/g, '').replace(/^(\d+)\D+/, '$1/'),
  ({ national }) => national.replace(/[()]/g, '').replace(/\D+/g, '.'),
];

/** Lists of whole numbers. */
export const WHOLE_LISTS: readonly ListKind[] = [
  list('national', ({ national }) => national),
  list('national, digits alone', ({ national }) => digitsOf(national)),
  {
    name: 'national, with other separators',
    holdsPhones: true,
    make: (numbers, random) => {
      const most = random.pick(NATIONAL_WRITINGS);
      return column(all(numbers, random), inCountry(numbers), (number) =>
        unclear((random.chance(0.8) ? most : random.pick(NATIONAL_WRITINGS))(number), number.number),
      );
    },
  },
  list('without the trunk prefix, digits alone', significant),
  list('without the trunk prefix', ({ groups }) => groups.join(' ')),
  {
    name: 'with and without the trunk prefix, digits alone',
    holdsPhones: true,
    make: (numbers, random) =>
      column(all(numbers, random), inCountry(numbers), (number) =>
        random.chance(0.5)
          ? readable(digitsOf(number.national), number.number)
          : unclear(significant(number), number.number),
      ),
  },
  list('with + and spaces', ({ international }) => international),
  list('with the calling code, digits alone', ({ number }) => number.slice(1)),
  list('with the calling code, without +', ({ international }) => international.slice(1)),
  list('with 00', ({ international }) => `00${international.slice(1)}`),
  {
    name: 'with + and a zero that is not dialled there',
    holdsPhones: true,
    make: (numbers, random) =>
      column(
        all(numbers, random).filter((number) => !isNumberWithZero(number)),
        inCountry(numbers),
        ({ callingCode, groups, number }) => unclear(`+${callingCode} 0 ${groups.join(' ')}`, number),
      ),
  },
  {
    name: 'fixed lines without the trunk prefix, digits alone',
    holdsPhones: true,
    make: (numbers) =>
      column(numbers.fixed, inCountry(numbers), (number) => unclear(significant(number), number.number)),
  },
  {
    name: 'in every writing',
    holdsPhones: true,
    make: (numbers, random) =>
      column(all(numbers, random), inCountry(numbers), (number) => {
        const writings = [number.national, digitsOf(number.national), number.international, number.number];
        return readable(random.pick(writings), number.number);
      }),
  },
  {
    name: 'toll-free, national',
    holdsPhones: true,
    make: (numbers) =>
      column(numbers.tollFree, inCountry(numbers), ({ national, number }) => readable(national, number)),
  },
  {
    name: 'toll-free, digits without the trunk prefix, among others',
    holdsPhones: true,
    make: (numbers, random) => {
      if (numbers.tollFree.length === 0) return undefined;
      return column(all(numbers, random), inCountry(numbers), (number) => {
        if (!random.chance(0.3)) return readable(digitsOf(number.national), number.number);
        const tollFree = random.pick(numbers.tollFree);
        return unclear(significant(tollFree), tollFree.number);
      });
    },
  },
  {
    name: 'short codes among others',
    holdsPhones: true,
    make: (numbers, random) => {
      if (numbers.shortCodes.length === 0) return undefined;
      return column(all(numbers, random), inCountry(numbers), (number) =>
        random.chance(0.3)
          ? noNumber(random.pick(numbers.shortCodes))
          : readable(number.national, number.number),
      );
    },
  },
  {
    name: 'short codes alone',
    holdsPhones: true,
    make: ({ country, shortCodes }) => column(shortCodes, { defaultCountry: country }, noNumber),
  },
  abroad('no country: with + and spaces', ({ international }) => international, readable),
  abroad(
    'no country: with the calling code, without +',
    ({ international }) => international.slice(1),
    readable,
  ),
  abroad('no country: with the calling code, digits alone', ({ number }) => number.slice(1), readable),
  abroad('no country: national', ({ national }) => national, unclear),
  abroad(
    'no country: national, with other separators',
    ({ national }) => national.replace(/[()]/g, '').replace(/\D+/g, '-'),
    unclear,
  ),
  abroad('no country: without the trunk prefix', ({ groups }) => groups.join(' '), unclear),
  abroad('no country: national, digits alone', ({ national }) => digitsOf(national), unclear),
  abroad('no country: without the trunk prefix, digits alone', significant, unclear),
];

/** In plans with numbers that begin with a zero, a zero in front may make another number. */
function isNumberWithZero({ callingCode, groups }: ListedNumber): boolean {
  return parsePhoneNumber(`+${callingCode}0${groups.join('')}`).possible;
}

/** Fixed lines and mobile numbers of a country in disorder. */
export function all({ fixed, mobile }: CountryNumbers, random: SeededRandom): readonly ListedNumber[] {
  const both = [...fixed, ...mobile];
  return both.map(() => random.pick(both));
}

export function inCountry({ country }: CountryNumbers): { defaultCountry: typeof country } {
  return { defaultCountry: country };
}

function list(
  name: string,
  write: Write,
  cell: (text: string, number: string) => ListedCell = readable,
): ListKind {
  return {
    name,
    holdsPhones: true,
    make: (numbers, random) =>
      column(all(numbers, random), inCountry(numbers), (number) => cell(write(number), number.number)),
  };
}

/** Lists of a caller who gives no country. */
function abroad(name: string, write: Write, cell: (text: string, number: string) => ListedCell): ListKind {
  return {
    name,
    holdsPhones: true,
    make: (numbers, random) =>
      column(all(numbers, random), {}, (number) => cell(write(number), number.number)),
  };
}
