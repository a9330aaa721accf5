import { describe, expect, it } from 'vitest';
import { spreadsheetDigits } from './phone-cell.js';

describe('spreadsheetDigits', () => {
  it.each([
    ['41791234567.0', '41791234567'],
    ['41791234567,00', '41791234567'],
    ['1.4155552671E+10', '14155552671'],
    ['1,4155552671e10', '14155552671'],
    ['4.91701234567E+11', '491701234567'],
    ['41,791,234,567', '41791234567'],
    ["41'791'234'567", '41791234567'],
    ['41,791,234,567.00', '41791234567'],
  ])('reads all digits of %s', (text, digits) => {
    expect(spreadsheetDigits(text)).toBe(digits);
  });

  it.each([
    ['1.41556E+10', 'digits are lost'],
    ['4.917012345E+11', 'the last digits may be rounded'],
    ['1.41555526715E+10', 'there is a fraction'],
    ['14.155552671E+9', 'it is not written so'],
    ['1.4155552671E-10', 'it is small'],
    ['41,791,234,56', 'a group is short'],
    ["41,791'234,567", 'the separators differ'],
    ['791,234', 'it is short'],
    ['41791234567,5', 'there is a fraction'],
    ['41,791,234,567.89', 'there is a fraction'],
    ['25,000,000', 'they are round millions'],
    ["900'000'000.00", 'they are round millions'],
  ])('reads none of %s, since %s', (text) => {
    expect(spreadsheetDigits(text)).toBeUndefined();
  });
});
