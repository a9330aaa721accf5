import fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { e164 } from '../../model/identifiers.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { canonicalNumber } from './canonical-number.js';

/** A number like those of a country, with or without a prefix that is dialled within the country. */
const number = fc
  .tuple(
    fc.constantFrom(...getCountries(metadata)),
    fc.constantFrom('', '0', '00', '1', '8', '06', '9'),
    fc.stringMatching(/^\d{4}$/),
  )
  .map(([country, prefix, end]) => {
    const national = prefix + examples[country].slice(0, -4) + end;
    return e164(`+${getCountryCallingCode(country, metadata)}${national}`);
  })
  .filter((made) => made !== undefined);

describe('canonicalNumber', () => {
  it('is libphonenumber\u2019s reading where that is valid, and changes nothing the second time', () => {
    fc.assert(
      fc.property(number, (made) => {
        const canonical = canonicalNumber(made);
        if (canonicalNumber(canonical) !== canonical) return false;
        const parsed = parsePhoneNumberFromString(made, { extract: false }, metadata);
        if (!parsed?.isValid() || parsed.number.length > made.length) return true;
        return canonical === parsed.number;
      }),
      { numRuns: propertyRuns(5_000) },
    );
  });

  it('leaves a number that no plan contains unchanged', () => {
    for (const made of ['+9991234567', '+440012345678', '+49001711234567', '+120155501230124']) {
      expect(canonicalNumber(e164(made) ?? expect.unreachable())).toBe(made);
    }
  });
});
