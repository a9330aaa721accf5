import { describe, expect, it } from 'vitest';
import { normalizePhone } from '../normalize-phone.js';
import { isNonMobileNumber, isPossibleNumber, validNumber } from './phone-table.js';

describe('isPossibleNumber', () => {
  it.each([
    ['an American number', '+14155552671', true],
    ['one digit fewer', '+1415555267', false],
    ['one digit more', '+141555526711', false],
    ['an area code that is not given out', '+11234567890', true],
    ['a number of several possible lengths, short', '+496912345', true],
    ['a number of several possible lengths, long', '+4915123456789', true],
    ['a length between two possible ones', '+44791112345', true],
    ['a length that Norway has not', '+47123456', false],
    ['a number of no country', '+80012345678', true],
    ['an unknown calling code', '+9991234567', false],
    ['a calling code that begins like one', '+2101234567', false],
  ])('judges %s', (_, number, expected) => {
    expect(isPossibleNumber(normalizePhone(number))).toBe(expected);
  });
});

describe('isNonMobileNumber', () => {
  it.each([
    ['a fixed line in Zurich', '+41446681800', true],
    ['a fixed line in Rome, whose number begins with a zero', '+390612345678', true],
    ['a mobile line', '+41791234567', false],
    ['a number of a plan that does not tell them apart', '+14155552671', false],
    ['a line over the internet in France', '+33912345678', true],
    ['a toll-free number', '+41800123456', true],
    ['a toll-free number of North America', '+18005552671', true],
    ["a toll-free number in Rome's plan, which may begin with a zero", '+39800123456', true],
    ['a mobile line of that plan', '+393123456789', false],
    ['a number that no kind of line has', '+41111234567', false],
    ['a satellite phone', '+881612345678', false],
    ['an unknown calling code', '+9991234567', false],
  ])('judges %s', (_, number, expected) => {
    expect(isNonMobileNumber(normalizePhone(number))).toBe(expected);
  });
});

describe('validNumber', () => {
  it.each([
    ['a valid number', '41791234567', '+41791234567'],
    ['a prefix that is dialled within the country', '4402079460958', '+442079460958'],
    ['a number of no country', '80012345678', '+80012345678'],
    ['an area code that is not given out', '11234567890', undefined],
    ['an unknown calling code', '9991234567', undefined],
    ['a valid number that is too short for E.164', '49110', undefined],
    ['no digits', '', undefined],
    ['two digits', '49', undefined],
  ])('reads %s', (_, digits, expected) => {
    expect(validNumber(digits)).toBe(expected);
  });
});
