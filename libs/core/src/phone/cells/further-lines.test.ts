import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../numbering/country-code.js';
import type { CellReading } from './cell-reading.js';
import { readCell, readPhoneCell } from './phone-cell.js';

describe('a number and the last digits of a range of lines', () => {
  it.each<[cell: string, reading: CellReading]>([
    ['06 5551234-5', { defaultCountry: 'IT' }],
    ['+39 06 5551234-5', {}],
    ['0039 06 5551234-5', { defaultCountry: 'IT' }],
    ['Tel. 06 5551234-5', { defaultCountry: 'IT' }],
    ['(021) 520-1234-5', { defaultCountry: 'ID' }],
    ['+62 21 520 1234-5', {}],
    ['021-2345678-9', { defaultCountry: 'IR' }],
    ['0371-6591234-8', { defaultCountry: 'CN' }],
    ['+234 1 461234-5', {}],
    ['+234 9 4131859-62', {}],
    ['+65 4123 4567-70', {}],
    ['01 5123456-58', { defaultCountry: 'AT' }],
    ['030 26481100-09', { defaultCountry: 'DE' }],
    ['030 26481100–09', { defaultCountry: 'DE' }],
    ['+49 30 264811-10 - 19', {}],
    ['030 264811-10-19', { defaultCountry: 'DE' }],
    ['030 264811 - 19', { defaultCountry: 'DE' }],
    ['030 123456 - 12', { defaultCountry: 'DE' }],
    ['+226 07 04 05 51-8', {}],
    ['+241 01 14 84 34–9', {}],
    ['01 10 55 87-1', { defaultCountry: 'GA' }],
    ['+690 2289 - 294', {}],
    ['02-123-4567〜4570', { defaultCountry: 'KR' }],
    ['0661 586216〜223', { defaultCountry: 'AT' }],
    ['0331 22524〜22527', { defaultCountry: 'DE' }],
    ['0812-348-834-838', { defaultCountry: 'ID' }],
    ['32 16 54 61-62', { defaultCountry: 'DK' }],
    ['82 124 0335-339', { defaultCountry: 'MZ' }],
    ['2648110-19', { defaultCountry: 'DE' }],
    ['2648110-19', { defaultCountry: 'DE', areaCode: '30' }],
  ])('are unknown: %s', (cell, reading) => {
    expect(readPhoneCell(cell, reading)).toBeUndefined();
    expect(readPhoneCell(cell, { ...reading, severalNumbers: 'first' })).toBeUndefined();
  });

  it.each<[cell: string, country: CountryCode, first: string]>([
    ['02-9485380-90', 'TH', '+6629485380'],
    ['0-2874-6766-70', 'TH', '+6628746766'],
    ['02-5791770-4', 'TH', '+6625791770'],
    ['210 - 3359 002-3', 'GR', '+302103359002'],
    ['(02) 2345-6789-90', 'TW', '+886223456789'],
    ['+880-2-9015122-23', 'BD', '+88029015122'],
    ['Tel. 02-9485380-90', 'TH', '+6629485380'],
  ])(
    'are its first line, where that is asked for and both are no number: %s in %s',
    (cell, country, first) => {
      const reading = { defaultCountry: country };
      expect(readPhoneCell(cell, { ...reading, severalNumbers: 'first' })).toBe(first);
      expect(readCell(cell, reading)).toEqual({ reason: 'several_numbers' });
    },
  );

  it.each<[cell: string, country: CountryCode]>([
    ['02-9485390-80', 'TH'],
    ['02-9485380-123', 'TH'],
    ['02-948538-90', 'TH'],
    ['29485380-90', 'TH'],
    ['415 555 2671-72', 'TH'],
  ])(
    'do not count down, are not many, and follow a whole number of the country: %s in %s',
    (cell, country) => {
      expect(readPhoneCell(cell, { defaultCountry: country, severalNumbers: 'first' })).toBeUndefined();
    },
  );

  it.each<[cell: string, country: CountryCode, number: string]>([
    ['030 264811-19', 'DE', '+493026481119'],
    ['+49 30 264811-19', 'DE', '+493026481119'],
    ['02151 12345-12', 'DE', '+4921511234512'],
    ['02151 123456-12', 'DE', '+49215112345612'],
    ['089 1234567-12', 'DE', '+4989123456712'],
    ['030 12345678-0', 'DE', '+4930123456780'],
    ['030 123456 - 0', 'DE', '+49301234560'],
    ['+49 30 - 123456 - 78', 'DE', '+493012345678'],
    ['01 51234-58', 'AT', '+4315123458'],
    ['0812-3456-789', 'ID', '+628123456789'],
    ['0812-3456-3460', 'ID', '+6281234563460'],
    ['415-555-5562', 'US', '+14155555562'],
    ['04-499-4507', 'NZ', '+6444994507'],
    ['47-32-83', 'LU', '+352473283'],
    ['8-912-345-67-89', 'RU', '+79123456789'],
  ])(
    'are not the direct dial of Germany and Austria, or pairs of digits: %s in %s',
    (cell, country, number) => {
      expect(readPhoneCell(cell, { defaultCountry: country })).toBe(number);
    },
  );

  it('are not the direct dial behind a local number', () => {
    expect(readPhoneCell('264811-19', { defaultCountry: 'DE', areaCode: '30' })).toBe('+493026481119');
  });
});
