import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../../model/errors.js';
import { countryCode } from './country-code.js';

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
