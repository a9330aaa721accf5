import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { compileNumberingPlan } from './numbering-plan.js';
import { mayBeWrittenBare } from './whole-number.js';

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
