import { describe, expect, it } from 'vitest';
import { cameFromDashboard } from './dashboard-options.js';

describe('cameFromDashboard', () => {
  it.each<[Record<string, string>, boolean]>([
    [{ 'dialproof-dashboard': '1' }, true],
    [{ 'dialproof-dashboard': '1', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'dialproof-dashboard': '1', 'sec-fetch-site': 'same-site' }, false],
    [{ 'dialproof-dashboard': '1', 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{}, false],
  ])('says of %o: %s', (headers, expected) => {
    expect(cameFromDashboard({ headers })).toBe(expected);
    expect(cameFromDashboard({ headers: new Headers(headers) })).toBe(expected);
  });
});
