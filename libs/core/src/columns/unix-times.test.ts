import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../phone/numbering/country-code.js';
import type { Row } from '../tables/table-block.js';
import { findPhoneColumn } from './find-phone-column.js';

type CellAt = (index: number) => string;

/** A pseudorandom number from 0 to below 1, the same in every run. */
const share = (index: number): number =>
  (Math.imul(Math.imul(index + 1, 0x9e3779b1) ^ (index << 13), 0x85ebca6b) >>> 0) / 2 ** 32;

/** Times from November 2023 to October 2024. Each is also a mobile number of Germany without its zero. */
const seconds: CellAt = (index) => String(1_700_000_000 + Math.floor(share(index) * 30_000_000));
const milliseconds: CellAt = (index) => seconds(index) + String(100 + Math.floor(share(index + 7) * 900));
const float: CellAt = (index) => `${seconds(index)}.0`;
const inOrder: CellAt = (index) => String(1_700_000_000 + index * 86_413 + Math.floor(share(index) * 80_000));

const COUNTRIES = ['DE', 'AT', 'GB', 'IN', 'BR', 'BD', 'US'] as const;

function rows(row: (index: number) => Row, count: number): readonly Row[] {
  return Array.from({ length: count }, (_, index) => row(index));
}

function find(file: readonly Row[], defaultCountry: CountryCode | undefined) {
  return findPhoneColumn(file, { defaultCountry });
}

describe('a column of Unix times', () => {
  const kinds: readonly (readonly [string, CellAt])[] = [
    ['seconds', seconds],
    ['seconds in their order', inOrder],
    ['seconds as a float', float],
    ['milliseconds', milliseconds],
  ];

  it.each(kinds)('holds no phones without a header, or below an empty one: %s', async (_, time) => {
    for (const country of [undefined, ...COUNTRIES]) {
      for (const count of [3, 20, 100]) {
        for (const file of [
          rows((index) => [time(index)], count),
          rows((index) => [time(index), `Ann ${index}`], count),
          rows((index) => [`Ann ${index}`, time(index)], count),
          [['Name', ''], ...rows((index) => [`Ann ${index}`, time(index)], count)],
          [[''], ...rows((index) => [time(index)], count)],
        ]) {
          const found = await find(file, country);
          expect([country, count, found.holdsPhones]).toEqual([country, count, false]);
          expect(found.notes.map(({ code }) => code)).toContain('no_phone_column');
        }
      }
    }
  });

  it('is listed in the note as one that may be meant', async () => {
    const found = await find(
      rows((index) => [`Ann ${index}`, seconds(index)], 20),
      'DE',
    );
    expect(found.notes[0]?.hint).toContain('phone_column=1, without a name (20 of its first 20 filled cells');
  });

  it('gives way to one of phones', async () => {
    const file = rows((index) => [seconds(index), `+49 171 76${10_000 + index * 37}`], 20);
    expect(await find(file, 'DE')).toMatchObject({ index: 1, holdsPhones: true });
  });
});

describe('numbers of mobile lines that lost their zero', () => {
  /** The numbers of some networks have one digit more than a time. */
  const prefixes = ['1764', '160', '171', '1768', '179', '170', '173', '163'];
  const mobile: CellAt = (index) =>
    (prefixes[index % prefixes.length] ?? '') + String(Math.floor(share(index) * 9e6) + 1e6);

  it('are read where some cannot be a time', async () => {
    for (const file of [
      rows((index) => [mobile(index)], 20),
      rows((index) => [`Ann ${index}`, mobile(index)], 20),
      [['Name', ''], ...rows((index) => [`Ann ${index}`, mobile(index)], 20)],
    ]) {
      expect(await find(file, 'DE')).toMatchObject({ holdsPhones: true });
    }
  });

  it('are read below a header for phones or people, though all may be times', async () => {
    for (const header of ['Telefon', 'Handy', 'Kunden', 'Customers']) {
      const file = [[header], ...rows((index) => [seconds(index)], 20)];
      expect(await find(file, 'DE')).toMatchObject({ index: 0, holdsPhones: true });
    }
  });
});
