import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../numbering/country-code.js';
import { nationalNumber } from '../numbering/national-number.js';
import { compileNumberingPlan } from '../numbering/numbering-plan.js';
import { validNumber } from '../numbering/phone-table.js';
import { readPhoneCell } from './phone-cell.js';
import { mayBeWrittenBare } from './two-readings.js';

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

describe('mayBeWrittenBare', () => {
  it('says what libphonenumber-js writes, for numbers of every country', () => {
    const disagreements: unknown[] = [];
    for (const country of getCountries(metadata)) {
      const callingCode = getCountryCallingCode(country, metadata);
      for (let index = 0; index < 1_000; index += 7) {
        const like = examples[country].slice(0, -3) + String(index).padStart(3, '0');
        const start = String(index).padStart(3, '0') + examples[country].slice(3);
        for (const number of [like, start]) {
          const parsed = parsePhoneNumberFromString(`+${callingCode}${number}`, metadata);
          if (parsed?.country === undefined || parsed.nationalNumber !== number) continue;
          const written = parsed.formatNational({ nationalPrefix: false }).replace(/\D/g, '');
          const bare = mayBeWrittenBare(number, compileNumberingPlan(parsed.country));
          if (bare !== (written === number)) disagreements.push({ country, number, written });
        }
      }
    }
    expect(disagreements.slice(0, 20)).toEqual([]);
  });
});
