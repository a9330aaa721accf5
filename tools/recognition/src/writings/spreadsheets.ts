import { bareWritings, type Writing, writings } from '../writing.js';

const exponentForm = (digits: string, kept: number, sign: string): string =>
  `${digits.slice(0, 1)}${sign}${digits.slice(1, kept)}E+${digits.length - 1}`;
const grouped = (digits: string, separator: string): string =>
  digits.replace(/\B(?=(?:\d{3})+$)/g, separator);

/** The forms in which spreadsheets and programs export a number. */
export const SPREADSHEETS: readonly Writing[] = [
  ...bareWritings('float', ['.0', '.00', ',0', ',00'], ({ number }, end) => number.slice(1) + end),
  ...bareWritings('exponent form with all digits', ['.', ','], ({ number }, sign) =>
    exponentForm(number.slice(1), number.length, sign),
  ),
  ...bareWritings('exponent form as Java writes it', [''], ({ number }) =>
    exponentForm(number.slice(1), number.length, '.').replace('+', ''),
  ),
  {
    name: 'exponent form with lost digits',
    honesty: 'never',
    cells: ({ number }) =>
      [2, 6, 7, number.length - 2]
        .filter((kept) => kept < number.length - 1)
        .map((kept) => exponentForm(number.slice(1), kept, '.')),
  },
  ...bareWritings('commas or apostrophes between thousands', [',', "'", '\u2019'], ({ number }, separator) =>
    grouped(number.slice(1), separator),
  ),
  writings(
    'dots or spaces between thousands, as within a country',
    'open',
    ['.', '\u00a0', ' '],
    ({ number }, separator) => grouped(number.slice(1), separator),
  ),
  writings(
    'as text',
    'always',
    ['="', '"', "'", '=', ' '],
    ({ number }, start) => start + number + (start.endsWith('"') ? '"' : ''),
  ),
  ...bareWritings(
    'as text, without +',
    ['="', '"', "'", '='],
    ({ number }, start) => start + number.slice(1) + (start.endsWith('"') ? '"' : ''),
  ),
];
