import { expect, it } from 'vitest';
import { COUNTRIES } from '../trial-countries.fixture.js';
import { compareWithGoogle } from './compare.js';
import { differenceText } from './comparison-table.js';
import { exampleNumbers } from './example-numbers.js';
import { judge } from './judgements.js';

const examples = exampleNumbers().filter(({ country }) => COUNTRIES.includes(country));

it('has several examples of each country', () => {
  expect(examples.length).toBeGreaterThan(3 * COUNTRIES.length);
});

it('finds no difference to Google’s library that is not judged', () => {
  expect(judge(compareWithGoogle(examples).differences).unjudged.map(differenceText)).toEqual([]);
});

it('finds a difference without a judgement', () => {
  const { differences } = compareWithGoogle(examples);
  const strange = differences.map((difference) => ({
    ...difference,
    writing: 'E.164',
    outcomes: 'other/right' as const,
  }));
  expect(judge(strange).unjudged.length).toBeGreaterThan(0);
});
