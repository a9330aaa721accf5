import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import type { SampleNumber } from '../sample-numbers.js';
import { digitsOf, isAsShortAsLocal, type Writing, writing } from '../writing.js';

/** Writings as people of the country use them. */
export const NATIONAL: readonly Writing[] = [
  writing('national', 'with_country', ({ national }) => national),
  {
    name: 'national, digits alone',
    honesty: 'with_country',
    cells: (sample) => [digitsOf(sample.national)].filter((cell) => !hasOtherReading(cell, sample)),
  },
  {
    name: 'national, digits alone, which are a number of another country too',
    honesty: 'open',
    cells: (sample) => [digitsOf(sample.national)].filter((cell) => hasOtherReading(cell, sample)),
  },
  {
    name: 'national, with dots',
    honesty: 'with_country',
    cells: (sample) => withDots(sample).filter((cell) => !looksOtherwise(cell)),
  },
  {
    name: 'national, with dots, as a decimal, a date or an IP address has them',
    honesty: 'open',
    cells: (sample) => withDots(sample).filter(looksOtherwise),
  },
  writing('national, with dashes', 'with_country', ({ national }) =>
    national.replace(/[()]/g, '').replace(/[^\d]+/g, '-'),
  ),
  writing('national, first group in brackets', 'with_country', ({ national }) =>
    national.includes('(') ? national : national.replace(/^(\d+)(?=\D)/, '($1)'),
  ),
  {
    name: 'national, slash behind the area code',
    honesty: 'with_country',
    cells: ({ national }) => {
      const [first = '', ...rest] = national.replace(/[()]/g, '').split(/\D+/);
      // A single digit is a prefix of all numbers and no area code.
      return rest.length === 0 || first.length === 1 ? [] : [`${first}/${rest.join('')}`];
    },
  },
  {
    name: 'national of Poland, as before 2010, 022',
    honesty: 'with_country',
    cells: ({ country, national, subscriber }) =>
      country === 'PL' && subscriber.length === 9 ? ['0', '0-', '0 '].map((zero) => zero + national) : [],
  },
  {
    name: 'national, leading zero lost',
    honesty: 'with_country',
    cells: (sample) =>
      mayBeLocal(sample) ? [] : withLostZero(sample).filter((cell) => !hasOtherReading(cell, sample)),
  },
  {
    name: 'national, leading zero lost, which leaves as few digits as a local number has',
    honesty: 'open',
    cells: (sample) =>
      mayBeLocal(sample) ? withLostZero(sample).filter((cell) => !hasOtherReading(cell, sample)) : [],
  },
  {
    name: 'national, leading zero lost, which leaves another number',
    honesty: 'open',
    cells: (sample) => withLostZero(sample).filter((cell) => hasOtherReading(cell, sample)),
  },
  writing('national, labelled', 'with_country', ({ national }) => `Tel.: ${national}`),
  writing('national, with extension', 'with_country', ({ national }) => `${national} ext. 12`),
  writing(
    'national, as a tel: address of the country',
    'always',
    ({ callingCode, subscriber }) => `tel:${subscriber};phone-context=+${callingCode}`,
  ),
];

function withDots({ national }: SampleNumber): readonly string[] {
  return [national.replace(/[()]/g, '').replace(/\D+/g, '.')];
}

function looksOtherwise(cell: string): boolean {
  const isDecimal = /^[1-9]\d*\.\d+$/.test(cell);
  const isDate = /^(?:[0-2]\d|3[01])\.(?:0\d|1[0-2])\.\d\d$/.test(cell);
  const isIpAddress = /^\d+(?:\.\d+){3}$/.test(cell) && cell.split('.').every((part) => Number(part) <= 255);
  return isDecimal || isDate || isIpAddress;
}

/** The zero that spreadsheets drop. */
function withLostZero({ national }: SampleNumber): readonly string[] {
  const digits = digitsOf(national);
  return digits.startsWith('0') ? [digits.replace(/^0+/, '')] : [];
}

/**
 * Whether a number without its zero may be a local one: large cities have local numbers of eight digits, beside cities whose numbers are as
 * long with their area codes.
 */
function mayBeLocal(sample: SampleNumber): boolean {
  return sample.subscriber.length <= 8 || isAsShortAsLocal(sample);
}

/** Whether these digits are also another number, international or national. */
function hasOtherReading(digits: string, { country, number }: SampleNumber): boolean {
  const readings = [
    parsePhoneNumberFromString(`+${digits}`, metadata),
    parsePhoneNumberFromString(digits, country, metadata),
  ];
  return readings.some((reading) => reading?.isValid() && reading.number !== number);
}
