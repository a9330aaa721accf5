import type { SampleNumber } from '../sample-numbers.js';
import { bareWritings, digitsOf, isAsShortAsLocal, type Writing, writing } from '../writing.js';

const withBetween = (between: string) => (sample: SampleNumber) =>
  sample.international.replace(/[^\d+]+/g, between);
const groups = ({ international }: SampleNumber): string => international.replace(/^\+\d+ /, '');

/** Writings that have the calling code, with a plus sign or without one. */
export const INTERNATIONAL: readonly Writing[] = [
  writing('E.164', 'always', ({ number }) => number),
  writing('+ with spaces', 'always', ({ international }) => international),
  writing('+ with dashes', 'always', withBetween('-')),
  writing('+ with dots', 'always', withBetween('.')),
  writing('+ with slashes', 'always', ({ callingCode, subscriber }) => `+${callingCode}/${subscriber}`),
  writing('+ with area code in brackets', 'always', (sample) => {
    const [area = '', ...rest] = groups(sample).split(/[ -]/);
    return `+${sample.callingCode} (${area}) ${rest.join('-')}`;
  }),
  writing('+ with slash behind area code', 'always', (sample) => {
    const [area = '', ...rest] = groups(sample).split(/[ -]/);
    return `+${sample.callingCode} ${area}/${rest.join(' ')}`;
  }),
  writing('calling code in brackets', 'always', (sample) => `(+${sample.callingCode}) ${groups(sample)}`),
  writing('+(calling code)', 'always', (sample) => `+(${sample.callingCode}) ${groups(sample)}`),
  writing('+ and a space', 'always', (sample) => sample.international.replace('+', '+ ')),
  writing('++', 'always', ({ international }) => `+${international}`),
  writing('+00', 'always', ({ international }) => international.replace('+', '+00')),
  writing('00', 'always', ({ number }) => number.replace('+', '00')),
  writing('00 with spaces', 'always', ({ international }) => international.replace('+', '00 ')),
  writing('prefix for calls abroad of the country', 'with_country', (sample) =>
    sample.international.replace('+', `${sample.internationalPrefix} `),
  ),
  writing('the same, digits alone', 'with_country', (sample) =>
    sample.number.replace('+', sample.internationalPrefix),
  ),
  ...bareWritings('without +, digits alone', [''], ({ number }) => number.slice(1)),
  {
    name: 'without +, with spaces or dashes',
    honesty: 'always',
    cells: (sample) => withoutPlus(sample).filter((cell) => hasTenDigits(cell) && !looksAmerican(cell)),
  },
  {
    name: 'the same, fewer than ten digits',
    honesty: 'with_country',
    cells: (sample) =>
      isAsShortAsLocal(sample) ? [] : withoutPlus(sample).filter((cell) => !hasTenDigits(cell)),
  },
  {
    name: 'the same, fewer than ten digits of a short number',
    honesty: 'open',
    cells: (sample) =>
      isAsShortAsLocal(sample) ? withoutPlus(sample).filter((cell) => !hasTenDigits(cell)) : [],
  },
  {
    name: 'the same, grouped like a number of North America',
    honesty: 'open',
    cells: (sample) => withoutPlus(sample).filter(looksAmerican),
  },
  {
    name: 'of Chile, as before 2016, +56 0',
    honesty: 'always',
    cells: ({ country, subscriber }) =>
      country === 'CL' ? ['+56 0 ', '+56 0', '+560', '0056 0'].map((start) => start + subscriber) : [],
  },
  writing('+ behind the number', 'always', ({ number }) => `${number.slice(1)}+`),
  {
    name: 'bracketed trunk zero, +44 (0)20',
    honesty: 'always',
    cells: (sample) => withTrunkZero(sample, (zero, rest) => `+${sample.callingCode} (${zero})${rest}`),
  },
  {
    name: 'trunk prefix behind the calling code, +44 020',
    honesty: 'always',
    cells: (sample) => withTrunkZero(sample, (zero, rest) => `+${sample.callingCode} ${zero}${rest}`),
  },
  {
    name: 'the same behind 00, where that is dialled',
    honesty: 'always',
    cells: (sample) =>
      sample.internationalPrefix === '00'
        ? withTrunkZero(sample, (zero, rest) => `00${sample.callingCode}${zero}${digitsOf(rest)}`)
        : [],
  },
  {
    name: 'of Mexico, as before 2019, +52 1',
    honesty: 'always',
    cells: ({ country, subscriber }) =>
      country === 'MX' ? ['+521', '00521', '521', '+52 1 ', '521 '].map((start) => start + subscriber) : [],
  },
  {
    name: 'of Poland, as before 2010, +48 0',
    honesty: 'always',
    cells: ({ country, subscriber }) =>
      country === 'PL' && subscriber.length === 9
        ? ['+480', '+48 (0) ', '+48 0'].map((start) => start + subscriber)
        : [],
  },
];

function withTrunkZero(
  { national, subscriber }: SampleNumber,
  write: (zero: string, rest: string) => string,
): readonly string[] {
  const isTrunk = digitsOf(national) === `0${subscriber}`;
  return isTrunk ? [write('0', national.replace('0', '').replace(/^[^\d]+/, ''))] : [];
}

function withoutPlus(sample: SampleNumber): readonly string[] {
  return [sample.international.slice(1), withBetween('-')(sample).slice(1)];
}

function hasTenDigits(cell: string): boolean {
  return digitsOf(cell).length >= 10;
}

/** `678 591 2345` is a usual writing for numbers of both Vanuatu and Georgia in the United States. */
function looksAmerican(cell: string): boolean {
  return /^\d{3}[ -]\d{3}[ -]?\d{4}$/.test(cell);
}
