import { expect, it } from 'vitest';
import { searchWeight } from './search-order.js';

it('puts guides before references, and those before pages about the inside', () => {
  const addresses = [
    '/guides/express.html#mounting',
    '/reference/http.html#verify',
    '/reference/typescript/core.html#options',
    '/guides/internals/engine.html#leases',
  ];
  const weights = addresses.map(searchWeight);
  expect(weights).toEqual(weights.toSorted((a, b) => b - a));
  expect(new Set(weights).size).toBe(weights.length);
});

it('can be sent to the browser as text', () => {
  const sent = new Function(`return ${searchWeight.toString()}`)() as typeof searchWeight;
  expect(sent('/guides/express.html')).toBe(searchWeight('/guides/express.html'));
});
