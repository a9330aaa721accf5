import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../numbering/country-code.js';
import { nationalNumber } from '../../numbering/national-number.js';
import { validNumber } from '../../numbering/phone-table.js';
import { readPhoneCell } from '../phone-cell.js';

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
