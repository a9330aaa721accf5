import { expect, it } from 'vitest';
import { assertOptionNames } from './options.js';

const NAMES = { checkConcurrency: true, onError: true, store: true } as const;

it('lists the existing options', () => {
  const options: typeof NAMES = Object.assign({ stores: 1 }, NAMES);
  expect(() => assertOptionNames('createThing', options, NAMES)).toThrow(
    new TypeError('createThing has no option stores; it has checkConcurrency, onError, store'),
  );
});

it('accepts known options', () => {
  expect(() => assertOptionNames('createThing', {}, NAMES)).not.toThrow();
  expect(() => assertOptionNames('createThing', NAMES, NAMES)).not.toThrow();
});
