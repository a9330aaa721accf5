import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../../model/errors.js';
import { readAreaCode } from './area-code.js';
import { type CountryCode, countryCode } from './country-code.js';

describe('readAreaCode', () => {
  it.each<[text: string, country: CountryCode, areaCode: string]>([
    ['30', 'DE', '30'],
    ['030', 'DE', '30'],
    ['(030)', 'DE', '30'],
    [' ( 0 30 ) ', 'DE', '30'],
    ['０３０', 'DE', '30'],
    ['02648', 'DE', '2648'],
    ['11', 'AR', '11'],
    ['011', 'AR', '11'],
    ['7', 'AU', '7'],
    ['07', 'AU', '7'],
    ['1', 'NP', '1'],
    ['613', 'CA', '613'],
    ['1-415', 'US', '415'],
    ['06', 'IT', '06'],
    ['812', 'RU', '812'],
    ['8 495', 'RU', '495'],
    ['061', 'HU', '1'],
    ['1', 'HU', '1'],
    ['02', 'CL', '2'],
    ['3', 'JP', '3'],
    ['011', 'BR', '11'],
    ['020', 'GB', '20'],
    ['1', 'AT', '1'],
    ['21', 'CN', '21'],
    // All numbers of the island share more than their next three digits.
    ['08', 'CX', '8'],
  ])('reads %j of %s', (text, country, areaCode) => {
    expect(readAreaCode(text, country)).toBe(areaCode);
  });

  it.each<[text: string, country: CountryCode | undefined, hint: RegExp]>([
    ['30', undefined, /without a country.*default_country/],
    ['', 'DE', /digits of one area code/],
    ['Berlin', 'DE', /digits of one area code/],
    ['+49 30', 'DE', /without the calling code/],
    ['30/40', 'DE', /digits of one area code/],
    ['0000', 'DE', /area code 0000.*DE/],
    ['6', 'IT', /area code 6.*IT/],
    ['999', 'US', /area code 999.*US/],
    ['0', 'FR', /area code 0.*FR/],
  ])('refuses %j of %s with invalid_area_code', (text, country, hint) => {
    try {
      readAreaCode(text, country);
      expect.unreachable();
    } catch (error) {
      expect(isDialproofError(error, 'invalid_area_code') && error.hint).toMatch(hint);
    }
  });
});

describe('countryCode', () => {
  it.each([
    ['US', 'US'],
    ['de', 'DE'],
    [' Gb\t', 'GB'],
    ['\u00a0ch ', 'CH'],
  ])('reads %j', (value, expected) => {
    expect(countryCode(value)).toBe(expected);
  });

  it.each([
    ['', /two letters/],
    ['D', /two letters/],
    ['DEU', /two letters/],
    ['49', /two letters/],
    ['001', /two letters/],
    ['Germany', /two letters/],
    ['constructor', /two letters/],
    ['ß', /two letters/],
    ['ıs', /two letters/],
    ['ZZ', /country code ZZ/],
    ['AQ', /country code AQ/],
  ])('refuses %j with invalid_country', (value, hint) => {
    try {
      countryCode(value);
      expect.unreachable();
    } catch (error) {
      expect(isDialproofError(error, 'invalid_country') && error.hint).toMatch(hint);
    }
  });
});
