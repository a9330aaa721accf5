import { describe, expect, it } from 'vitest';
import { askedDate, type ConsentDate, consentDate } from './reassigned.js';

const NOW = Date.parse('2026-01-02T22:00:00Z');

describe('consentDate', () => {
  it.each([
    ['2024-05-01', '2024-05-01'],
    [' 2024-05-01 ', '2024-05-01'],
    ['20240501', '2024-05-01'],
    ['2024-05-01T10:00', '2024-05-01'],
    ['2024-05-01T23:59:59.123Z', '2024-05-01'],
    ['2024-05-01 23:59:59+02:00', '2024-05-01'],
    ['20240501T101500Z', '2024-05-01'],
    ['2024-05-01 10:15:00 UTC', '2024-05-01'],
    ['2024-05-01 10:15:00 GMT', '2024-05-01'],
    ['2024-05-01 10:15:00 Z', '2024-05-01'],
    ['2024-05-01 10:15:00UTC', '2024-05-01'],
    ['2024-02-29', '2024-02-29'],
    ['1970-01-01', '1970-01-01'],
  ])('reads %j as %s', (text, date) => {
    expect(consentDate(text, NOW)).toBe(date);
  });

  it.each([
    '03/04/2025',
    '3.4.2025',
    '2025/04/03',
    '2025-4-3',
    '2025-04',
    '45413',
    '1714521600',
    '2023-02-29',
    '2024-13-01',
    '2024-0501',
    '2024-05-01 in the shop',
    '2024-05-01 UTC',
    '2024-05-01 10:15:00 PST',
    '1969-12-31',
    '9999-12-31',
    '',
    'yes',
    `2024-05-01${' '.repeat(100)}`,
  ])('does not guess %j', (text) => {
    expect(consentDate(text, NOW)).toBeUndefined();
  });

  it('takes tomorrow in UTC, and no later day', () => {
    expect(consentDate('2026-01-03T08:00:00+10:00', NOW)).toBe('2026-01-03');
    expect(consentDate('2026-01-04', NOW)).toBeUndefined();
  });
});

describe('askedDate', () => {
  it.each([
    ['2024-05-01', '2024-05-01'],
    ['2026-01-02', '2026-01-02'],
    ['2026-01-03', '2026-01-02'],
  ])('of %s is %s', (date, asked) => {
    expect(askedDate(date as ConsentDate, NOW)).toBe(asked);
  });
});
