import { getCountries } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { describe, expect, it } from 'vitest';
import { meetsAim } from './aim.js';
import { measureWriting, readNonPhones } from './measure.js';
import { oddCells } from './print-table.js';
import { sampleNumbers } from './sample-numbers.js';
import { COUNTRIES } from './trial-countries.fixture.js';
import { WORDS } from './words.js';
import { WRITINGS } from './writings.js';

const samples = sampleNumbers(COUNTRIES);

describe('the sample', () => {
  it('has mobile and fixed lines of each country', () => {
    const kinds = new Set(samples.map(({ country, kind }) => `${country} ${kind}`));
    expect(kinds.size).toBe(2 * COUNTRIES.length);
  });
});

describe.each(WRITINGS.map((one) => [one.name, one] as const))('cells: %s', (_, one) => {
  it('are read as the number that is meant, or not at all where nobody could tell', () => {
    const result = measureWriting(one, samples);
    expect(meetsAim(result) ? [] : oddCells(result)).toEqual([]);
  });
});

describe.each(Object.entries(WORDS.nonPhones))('what is no phone number: %s', (_, cells) => {
  it('is read as none in any country', () => {
    expect(readNonPhones(cells, getCountries(metadata))).toEqual([]);
  });
});

describe('a writing that is not understood', () => {
  it('misses the aim', () => {
    const result = measureWriting(
      { name: 'with letters', readings: 'one', cells: ({ number }) => [`A${number}`] },
      samples,
    );
    expect(meetsAim(result)).toBe(false);
    expect(result.alone).toMatchObject({ read: 0, misread: [] });
  });

  it('misses the aim when it is taken for another number', () => {
    const result = measureWriting(
      {
        name: 'with another digit',
        readings: 'one',
        cells: ({ number }) => [`${number.slice(0, -1)}${number.endsWith('1') ? 2 : 1}`],
      },
      samples,
    );
    expect(meetsAim(result)).toBe(false);
    expect(result.alone.misread.length).toBe(samples.length);
  });
});
