import type { SeededRandom } from '@dialproof/generate';
import { parsePhoneNumber } from 'awesome-phonenumber';
import type { ListedNumber } from '../country-numbers.js';
import {
  abroad,
  all,
  column,
  digitsOf,
  inCountry,
  type ListKind,
  noNumber,
  ofAll,
  phones,
  readable,
  unclear,
} from '../number-list.js';
import { inRuns } from './local-writings.js';

type Write = (number: ListedNumber) => string;

const national: Write = (number) => number.national;
const nationalDigits: Write = (number) => digitsOf(number.national);
const significant: Write = ({ groups }) => groups.join('');
const significantGroups: Write = ({ groups }) => groups.join(' ');
const international: Write = (number) => number.international;
const withoutPlus: Write = (number) => number.international.slice(1);
const digits: Write = ({ number }) => number.slice(1);
const withDashes: Write = (number) => number.national.replace(/[()]/g, '').replace(/\D+/g, '-');

const NATIONAL_WRITINGS: readonly Write[] = [
  withDashes,
  (number) => number.national.replace(/[()]/g, '').replace(/\D+/g, ' '),
  (number) => number.national.replace(/[()]/g, '').replace(/^(\d+)\D+/, '($1) '),
  (number) => inRuns(nationalDigits(number), 3, ' '),
  (number) => inRuns(nationalDigits(number), 2, ' '),
  (number) => inRuns(nationalDigits(number), 4, '-'),
  (number) => number.national.replace(/[()]/g, '').replace(/^(\d+)\D+/, '$1/'),
  (number) => number.national.replace(/[()]/g, '').replace(/\D+/g, '.'),
];

/** Lists of whole numbers, below a header and without one. */
export const WHOLE_LISTS: readonly ListKind[] = [
  list('national', national),
  list('national, digits alone', nationalDigits),
  phones('national, with other separators', (numbers, random) => {
    const most = random.pick(NATIONAL_WRITINGS);
    return column(all(numbers, random), inCountry(numbers), (number) =>
      unclear((random.chance(0.8) ? most : random.pick(NATIONAL_WRITINGS))(number), number.number),
    );
  }),
  list('without the trunk prefix, digits alone', significant),
  list('without the trunk prefix', significantGroups),
  ofAll('with and without the trunk prefix, digits alone', (number, random) =>
    random.chance(0.5)
      ? readable(nationalDigits(number), number.number)
      : unclear(significant(number), number.number),
  ),
  list('with + and spaces', international),
  list('with the calling code, digits alone', digits),
  list('with the calling code, without +', withoutPlus),
  list('with 00', (number) => `00${withoutPlus(number)}`),
  phones('with + and a zero that is not dialled there', (numbers, random) =>
    column(
      all(numbers, random).filter((number) => !isNumberWithZero(number)),
      inCountry(numbers),
      (number) => unclear(`+${number.callingCode} 0 ${significantGroups(number)}`, number.number),
    ),
  ),
  phones('fixed lines without the trunk prefix, digits alone', (numbers) =>
    column(numbers.fixed, inCountry(numbers), (number) => unclear(significant(number), number.number)),
  ),
  ofAll('in every writing', (number, random) => {
    const writings = [
      national,
      nationalDigits,
      international,
      ({ number: written }: ListedNumber) => written,
    ];
    return readable(random.pick(writings)(number), number.number);
  }),
  phones('toll-free, national', (numbers) =>
    column(numbers.tollFree, inCountry(numbers), (number) => readable(national(number), number.number)),
  ),
  among('toll-free, digits without the trunk prefix, among others', nationalDigits, 'tollFree', (tollFree) =>
    unclear(significant(tollFree), tollFree.number),
  ),
  among('short codes among others', national, 'shortCodes', noNumber),
  phones('short codes alone', (numbers) => column(numbers.shortCodes, inCountry(numbers), noNumber)),
  list('no country: with + and spaces', international, abroad),
  list('no country: with the calling code, without +', withoutPlus, abroad),
  list('no country: with the calling code, digits alone', digits, abroad),
  unclearList('no country: national', national),
  unclearList('no country: national, with other separators', withDashes),
  unclearList('no country: without the trunk prefix', significantGroups),
  unclearList('no country: national, digits alone', nationalDigits),
  unclearList('no country: without the trunk prefix, digits alone', significant),
  withoutHeader(list('no header: with + and spaces', international)),
  withoutHeader(unclearList('no header: with the calling code, digits alone', digits, inCountry)),
  withoutHeader(unclearList('no header: national', national, inCountry)),
  withoutHeader(unclearList('no header: national, digits alone', nationalDigits, inCountry)),
  withoutHeader(unclearList('no header: without the trunk prefix, digits alone', significant, inCountry)),
];

/** Where some numbers begin with a zero, one with a zero in front may be another number. */
function isNumberWithZero({ callingCode, groups }: ListedNumber): boolean {
  return parsePhoneNumber(`+${callingCode}0${groups.join('')}`).possible;
}

function list(name: string, write: Write, readingOf: Parameters<typeof ofAll>[2] = inCountry): ListKind {
  return ofAll(name, (number) => readable(write(number), number.number), readingOf);
}

function unclearList(name: string, write: Write, readingOf: Parameters<typeof ofAll>[2] = abroad): ListKind {
  return ofAll(name, (number) => unclear(write(number), number.number), readingOf);
}

function withoutHeader(kind: ListKind): ListKind {
  return { ...kind, hasNoHeader: true };
}

/** Lists in which a third of the cells are of another kind. */
function among<Kind extends 'tollFree' | 'shortCodes'>(
  name: string,
  write: Write,
  kind: Kind,
  other: (item: CountryItem<Kind>) => ReturnType<typeof noNumber>,
): ListKind {
  return phones(name, (numbers, random: SeededRandom) => {
    // The compiler does not follow the key to its items.
    const items = numbers[kind] as readonly CountryItem<Kind>[];
    if (items.length === 0) return undefined;
    return column(all(numbers, random), inCountry(numbers), (number) =>
      random.chance(0.3) ? other(random.pick(items)) : readable(write(number), number.number),
    );
  });
}

type CountryItem<Kind> = Kind extends 'tollFree' ? ListedNumber : string;
