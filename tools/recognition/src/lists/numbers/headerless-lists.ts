import type { ListedNumber } from '../country-numbers.js';
import { column, type ListedCell, type ListKind, readable, unclear } from '../number-list.js';
import { all, inCountry } from './whole-lists.js';

/** Lists of whole numbers in files without a header. */
export const HEADERLESS_LISTS: readonly ListKind[] = [
  headerless('no header: with + and spaces', ({ international, number }) => readable(international, number)),
  headerless('no header: with the calling code, digits alone', ({ number }) =>
    unclear(number.slice(1), number),
  ),
  headerless('no header: national', ({ national, number }) => unclear(national, number)),
  headerless('no header: national, digits alone', ({ national, number }) =>
    unclear(national.replace(/\D/g, ''), number),
  ),
  headerless('no header: without the trunk prefix, digits alone', ({ groups, number }) =>
    unclear(groups.join(''), number),
  ),
];

function headerless(name: string, cell: (number: ListedNumber) => ListedCell): ListKind {
  return {
    name,
    holdsPhones: true,
    hasNoHeader: true,
    make: (numbers, random) => column(all(numbers, random), inCountry(numbers), cell),
  };
}
