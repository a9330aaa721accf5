import { describe, expect, it } from 'vitest';
import { phoneInCell } from './phone-in-cell.js';

describe('phoneInCell', () => {
  it.each([
    ['Tel. +41 79 123 45 67 ext. 12', {}, '+41791234567'],
    ['079 123 45 67', { defaultCountry: 'ch' }, '+41791234567'],
    ['26481100', { defaultCountry: 'DE', defaultAreaCode: '30' }, '+493026481100'],
    ['+41 79 123 45 67 / +41 79 123 45 68', { severalNumbers: 'first' }, '+41791234567'],
  ] as const)('reads the number in %j with %j', (cell, settings, number) => {
    expect(phoneInCell(cell, settings)).toEqual({ number, reason: null });
  });

  it.each([
    ['', 'empty'],
    ['n/a', 'no_digits'],
    ['079 123 45 67', 'no_country'],
    ['+41 79 123 45 67 / +41 79 123 45 68', 'several_numbers'],
    ['1.41556E+10', 'lost_digits'],
  ])('says why %j holds none', (cell, reason) => {
    expect(phoneInCell(cell)).toEqual({ number: null, reason });
  });

  it('refuses wrong settings', () => {
    expect(() => phoneInCell('1', { defaultCountry: 'XX' })).toThrow(
      expect.objectContaining({ code: 'invalid_country' }),
    );
    expect(() => phoneInCell('1', { defaultAreaCode: '30' })).toThrow(
      expect.objectContaining({ code: 'invalid_area_code' }),
    );
    // @ts-expect-error a misspelt option
    expect(() => phoneInCell('1', { country: 'CH' })).toThrow(TypeError);
  });
});
