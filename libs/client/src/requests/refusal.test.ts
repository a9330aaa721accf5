import { retryAfterMs as ofServer } from '@dialproof/core/model';
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './refusal.js';

describe('retryAfterMs', () => {
  const now = Date.parse('2026-01-02T03:04:05Z');

  it.each([
    ['7', 7_000],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
    ['Fri, 02 Jan 2026 03:04:00 GMT', 0],
    ['1.5', undefined],
    ['9'.repeat(40), undefined],
    ['soon', undefined],
    [null, undefined],
  ])('reads %s as the server does', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
    expect(ofServer(header, now)).toBe(expected);
  });
});
