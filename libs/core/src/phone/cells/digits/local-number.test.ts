import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../numbering/country-code.js';
import { nationalNumber } from '../../numbering/national-number.js';
import { validNumber } from '../../numbering/phone-table.js';
import { readPhoneCell } from '../phone-cell.js';
import { type LocalWriting, localWriting } from './local-number.js';

describe('localWriting', () => {
  it.each<[cell: string, country: CountryCode, writing: LocalWriting | undefined]>([
    ['26481100', 'DE', 'short'],
    ['2648 1100', 'DE', 'short'],
    ['２６４８１１００', 'DE', 'short'],
    ['26481100.0', 'DE', 'short'],
    ['3026481100', 'DE', 'whole'],
    ['15112345678', 'DE', 'whole'],
    ['030 26481100', 'DE', 'trunk'],
    ['(030) 26481100', 'DE', 'trunk'],
    ['+49 30 26481100', 'DE', 'international'],
    ['0049 30 26481100', 'DE', 'international'],
    ['493026481100', 'DE', 'international'],
    ['4301-6695', 'AR', 'short'],
    ['11 4301-6695', 'AR', 'whole'],
    ['4944 8233', 'AU', 'short'],
    ['6722 1555', 'AU', 'short'],
    ['7 4944 8233', 'AU', 'whole'],
    ['0011 44 7911 123456', 'AU', 'international'],
    ['4350178', 'NP', 'short'],
    ['14350178', 'NP', 'whole'],
    ['9841234567', 'NP', 'whole'],
    ['775-5042', 'CA', 'short'],
    ['613-775-5042', 'CA', 'whole'],
    ['1-613-775-5042', 'CA', 'trunk'],
    ['011 44 20 7946 0958', 'US', 'international'],
    ['123-45-67', 'RU', 'short'],
    ['8 (495) 123-45-67', 'RU', 'trunk'],
    ['495 123-45-67', 'RU', 'whole'],
    ['01 42 68 53 00', 'FR', 'trunk'],
    ['142685300', 'FR', 'whole'],
    ['06 69812345', 'IT', 'trunk'],
    ['69812345', 'IT', 'short'],
    ['347 1234567', 'IT', 'whole'],
    ['4350178', 'AT', 'short'],
    ['7654321', 'JP', 'short'],
    ['1588-1234', 'KR', 'whole'],
    ['555-1234', 'KR', 'short'],
    ['22 33 44', 'LU', 'whole'],
    ['20 12 34 56', 'DK', 'whole'],
    ['32 10 00', 'GL', 'whole'],
    ['299 32 10 00', 'GL', 'international'],
    ['21.11.2026', 'DE', undefined],
    ['12', 'DE', undefined],
    ['', 'DE', undefined],
    ['call me', 'DE', undefined],
    ['26481100, 26481101', 'DE', undefined],
  ])('calls %s in %s %s', (cell, country, writing) => {
    expect(localWriting(cell, country)).toBe(writing);
  });
});

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

  it('is not read with an area code either', () => {
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

describe('digits that are a number abroad and another one in the default country', () => {
  it.each([
    ['are national where Americans write no prefix', '2015550123', 'US', '+12015550123'],
    ['are national where the Chinese write no prefix', '13125550123', 'CN', '+8613125550123'],
    ['are national where Indians leave the prefix out', '6591234567', 'IN', '+916591234567'],
    [
      'are international with the calling code of the country itself',
      '4915112345678',
      'DE',
      '+4915112345678',
    ],
    ['are international where a German number would lack its zero', '436642123456', 'DE', '+436642123456'],
    ['stay open where a German mobile number may have lost its zero', '15123456789', 'DE', undefined],
    ['stay open where an Austrian mobile number may have lost its zero', '6642123456', 'AT', undefined],
    ['stay open where any line is as long and may have lost its zero', '2033123456', 'GB', undefined],
  ])('%s', (_, digits, country, expected) => {
    const international = validNumber(digits);
    const national = nationalNumber(digits, country as CountryCode);
    expect(international).toBeDefined();
    expect(national).toBeDefined();
    expect(national).not.toBe(international);
    expect(readPhoneCell(digits, { defaultCountry: country as CountryCode })).toBe(expected);
  });
});
