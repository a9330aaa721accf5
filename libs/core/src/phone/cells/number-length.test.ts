import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js/core';
import parsePhoneNumberFromString, { validatePhoneNumberLength } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../property-runs.fixture.js';
import { normalizePhone } from '../normalize-phone.js';
import { compileNumberingPlan } from '../numbering/numbering-plan.js';
import { readCell, readPhoneCell } from './phone-cell.js';

const WRONG_LENGTHS = ['TOO_SHORT', 'TOO_LONG', 'INVALID_LENGTH'];

const CALLING_CODES = Object.keys(metadata.country_calling_codes);

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

/** Any digits, behind any calling code or none. */
const ANY_DIGITS = fc.oneof(
  digits(7, 15).filter((text) => !text.startsWith('0')),
  fc
    .tuple(fc.constantFrom(...CALLING_CODES), digits(4, 13))
    .map((parts) => parts.join(''))
    .filter((text) => text.length >= 7 && text.length <= 15),
);

/** The number of distinct lengths of a country's numbers. */
function lengthsOf(country: CountryCode): number {
  return compileNumberingPlan(country).possibleLengths.size;
}

/** The result of libphonenumber-js's length check of an E.164 number. */
function lengthOf(number: string): string | undefined {
  // For a number without a plan, the library's length check gives another result.
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  if (parsed?.isPossible()) return undefined;
  return validatePhoneNumberLength(number);
}

describe('the length of a number with its calling code, in a file', () => {
  it("is that of libphonenumber's length test, or the number is not read", () => {
    fc.assert(
      fc.property(ANY_DIGITS, (text) => {
        const number = normalizePhone(`+${text}`);
        const length = lengthOf(number);
        const read = readCell(`+${text}`);
        if (length === undefined || !WRONG_LENGTHS.includes(length)) expect(read).toBe(number);
        else expect(read).toEqual({ reason: 'wrong_length' });
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('is wrong if the last digits of a number with a fixed length are missing', () => {
    const oneLength = Object.values(metadata.country_calling_codes).flatMap(([country, ...others]) =>
      country !== undefined && others.length === 0 && lengthsOf(country) === 1 ? [country] : [],
    );
    expect(oneLength.length).toBeGreaterThan(20);
    for (const country of oneLength) {
      const whole = parsePhoneNumberFromString(examples[country], country)?.number ?? '';
      expect(readPhoneCell(whole), country).toBe(whole);
      for (let missing = 1; whole.length - 1 - missing >= 7; missing += 1) {
        expect(readCell(whole.slice(0, -missing)), `${country} ${missing}`).toEqual({
          reason: 'wrong_length',
        });
      }
    }
  });

  it('is not checked for a calling code without a country', () => {
    expect(readPhoneCell('+999 1234567')).toBe('+9991234567');
    expect(readPhoneCell('+210 12345')).toBe('+21012345');
  });
});
