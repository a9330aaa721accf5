import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './milliseconds.js';

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sun, 22 Nov 2026 10:01:00 GMT', 60_000],
    ['Sunday, 22-Nov-26 10:01:00 GMT', 60_000],
    ['Sun Nov 22 10:01:00 2026 GMT', 60_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e9', undefined],
    ['9'.repeat(40), undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('reads %o as %o', (header, expected) => {
    expect(retryAfterMs(header, Date.parse('2026-11-22T10:00:00Z'))).toBe(expected);
  });
});
