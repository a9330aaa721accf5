import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { normalizePhone } from '../normalize-phone.js';
import { beginningsOf } from './area-code.js';
import { compileNumberingPlan } from './numbering-plan.js';
import { isNonMobileNumber, isPossibleNumber, validNumber } from './phone-table.js';
import { mayBeWrittenBare } from './whole-number.js';

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

describe('mayBeWrittenBare', () => {
  it('says what libphonenumber-js writes, for numbers of every country', () => {
    const disagreements: unknown[] = [];
    for (const country of getCountries(metadata)) {
      const callingCode = getCountryCallingCode(country, metadata);
      for (let index = 0; index < 1_000; index += 21) {
        const start = String(index).padStart(3, '0') + examples[country].slice(3);
        // The grouping depends on the first digits: of those at the end, a few are enough.
        const like = examples[country].slice(0, -3) + String(index).padStart(3, '0');
        for (const number of index % 210 === 0 ? [start, like] : [start]) {
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

/** All texts of up to five of these digits. */
const TEXTS = ['', ...textsOf('0123', 5)];

function textsOf(digits: string, length: number): string[] {
  const shorter = length === 1 ? [''] : ['', ...textsOf(digits, length - 1)];
  return shorter.flatMap((text) => [...digits].map((digit) => text + digit));
}

describe('beginningsOf', () => {
  it.each([
    '3(?:0|10)',
    '2\\d{3}|[13]0',
    '1[0-2]{2}3',
    '(?:1|2(?:0|3[12]))?0\\d',
    '0?1{1,2}2',
    '[12](?:0(?:1|2)|33?)',
  ])('of %s matches each beginning of its numbers and no other text', (source) => {
    const whole = new RegExp(`^(?:${source})$`);
    const numbers = TEXTS.filter((text) => whole.test(text));
    const beginnings = TEXTS.filter((text) => beginningsOf(whole).test(text));
    expect(numbers.length).toBeGreaterThan(0);
    expect(beginnings).toEqual(TEXTS.filter((text) => numbers.some((number) => number.startsWith(text))));
  });

  it('refuses a pattern with any other sign', () => {
    expect(() => beginningsOf(/^(?:1+)$/)).toThrow(TypeError);
  });
});
