import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../trial-countries.fixture.js';
import { countryNumbers } from './country-numbers.js';
import { LIST_KINDS } from './list-kinds.js';
import { cellText } from './lists-table.js';
import { measureKind } from './measure-lists.js';

/** A column is judged by what it holds: fewer rows judge it worse, and take less time. */
const ROWS = 40;
/** Each kind of list is made of every tenth country, other ones for each kind; the command makes all. */
const KINDS_TO_EVERY_COUNTRY = 10;

const numbers = COUNTRIES.map((country) => countryNumbers(country));

describe('the numbers of a country', () => {
  it.each(numbers.map((one) => [one.country, one] as const))('are many, in %s', (_, { fixed, mobile }) => {
    expect(Math.min(fixed.length, mobile.length)).toBeGreaterThan(20);
  });

  it('are the same in every run', () => {
    expect(countryNumbers('DE')).toEqual(numbers.find(({ country }) => country === 'DE'));
  });
});

const held = LIST_KINDS.filter(({ openBecause }) => openBecause === undefined);

describe.each(held.map((kind, turn) => [kind.name, kind, turn] as const))('a list: %s', (_, kind, turn) => {
  it('is read as the numbers that are meant, or not at all', async () => {
    const some = numbers.filter((__, index) => (index + turn) % KINDS_TO_EVERY_COUNTRY === 0);
    const { wrong } = await measureKind(kind, some, ROWS);
    expect(wrong.map(cellText)).toEqual([]);
  });
});
