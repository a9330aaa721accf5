import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../numbering/country-code.js';
import { readPhoneCell } from './phone-cell.js';

describe('a separator within the calling code', () => {
  it.each<[cell: string, country: CountryCode | undefined]>([
    ['+6 60361853045', 'MY'],
    ['+6 1800-88-1999', 'MY'],
    ['+3 580 912345', 'ES'],
    ['+97 9851032316', 'NP'],
    ['+4 9 30 26481100', undefined],
  ])('makes the number unclear: %s in %s', (cell, country) => {
    expect(readPhoneCell(cell, { defaultCountry: country })).toBeUndefined();
  });

  it.each<[cell: string, country: CountryCode | undefined, number: string]>([
    ['+6 012-345 6789', undefined, '+60123456789'],
    ['+88 01812345678', undefined, '+8801812345678'],
    ['+9 0532 123 45 67', undefined, '+905321234567'],
    ['+2 010 0123 4567', undefined, '+201001234567'],
    ['+99 8 90 123 45 67', 'UZ', '+998901234567'],
    ['+4 9 30 26481100', 'DE', '+493026481100'],
  ])('changes nothing in front of its zero, and at home: %s', (cell, country, number) => {
    expect(readPhoneCell(cell, { defaultCountry: country })).toBe(number);
  });
});

describe('a plus sign before the zero of a national number', () => {
  it.each<[cell: string, country: CountryCode, number: string]>([
    ['+03-2011 4336', 'MY', '+60320114336'],
    ['+09-5138 175', 'MY', '+6095138175'],
    ['+0171 1234567', 'DE', '+491711234567'],
    ['Tel: +08012345678', 'NG', '+2348012345678'],
  ])('means nothing in the country: %s in %s', (cell, country, number) => {
    expect(readPhoneCell(cell, { defaultCountry: country })).toBe(number);
    expect(readPhoneCell(cell)).toBeUndefined();
  });

  it.each<[cell: string, country: CountryCode]>([
    ['+049 30 26481100', 'DE'],
    ['+041 79 123 45 67', 'CH'],
    ['+044 20 7946 0958', 'GB'],
    ['+03-2011 43', 'MY'],
  ])('is unclear before a calling code, and before no number: %s in %s', (cell, country) => {
    expect(readPhoneCell(cell, { defaultCountry: country })).toBeUndefined();
  });
});
