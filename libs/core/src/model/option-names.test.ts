import { expect, it } from 'vitest';
import { assertOptionNames } from './option-names.js';

const NAMES = { checkConcurrency: true, onError: true, store: true } as const;

it.each([
  ['checkConcurency', 'checkConcurrency'],
  ['checkconcurrency', 'checkConcurrency'],
  ['onErorr', 'onError'],
  ['stores', 'store'],
])('names the option that was meant by %s', (wrong, meant) => {
  expect(() => assertOptionNames('createThing', { ...NAMES, [wrong]: 1 }, NAMES)).toThrow(
    new TypeError(`createThing has no option ${wrong}: did you mean ${meant}?`),
  );
});

it('guesses nothing that is far', () => {
  const options: typeof NAMES = Object.assign({ colour: 1 }, NAMES);
  expect(() => assertOptionNames('createThing', options, NAMES)).toThrow(
    new TypeError('createThing has no option colour'),
  );
});

it('takes the known ones', () => {
  expect(() => assertOptionNames('createThing', {}, NAMES)).not.toThrow();
  expect(() => assertOptionNames('createThing', NAMES, NAMES)).not.toThrow();
});
