import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../numbering/country-code.js';
import { readPhoneCell } from '../phone-cell.js';

describe('a placeholder', () => {
  it.each<[cell: string, country: CountryCode | undefined]>([
    ['9999999999', 'IN'],
    ['8888888888', 'IN'],
    ['99999 99999', 'IN'],
    ['Tel: 09999999999', 'IN'],
    ['919999999999', undefined],
    ['919999999999', 'IN'],
    ['0000000000', 'IN'],
    ['1234567890', 'IN'],
    ['1111111111', 'IN'],
    ['1234567890', 'AT'],
    ['222 222 2222', 'US'],
    ['22222222', 'DK'],
    ['666666666', 'ES'],
    ['044 444 44 44', 'CH'],
  ])('is no number: %s in %s', (cell, defaultCountry) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBeUndefined();
  });

  it('is none in an area either', () => {
    const reading = { defaultCountry: 'DE', areaCode: '30' } as const;
    expect(readPhoneCell('22222222', reading)).toBeUndefined();
    expect(readPhoneCell('23456789', reading)).toBe('+493023456789');
  });

  it.each<[cell: string, country: CountryCode, number: string]>([
    ['9999999998', 'IN', '+919999999998'],
    ['98765 43210', 'IN', '+919876543210'],
    ['030 12345678', 'DE', '+493012345678'],
    ['0171 1234567', 'DE', '+491711234567'],
    ['079 123 45 67', 'CH', '+41791234567'],
    ['+91 9999999999', 'IN', '+919999999999'],
    ['22222223', 'DK', '+4522222223'],
    ['01 234567890', 'AT', '+431234567890'],
    ['777777', 'LU', '+352777777'],
  ])('is not %s in %s', (cell, defaultCountry, number) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBe(number);
  });
});
