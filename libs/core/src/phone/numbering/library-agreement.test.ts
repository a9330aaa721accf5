import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/core';
import parsePhoneNumberFromString from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { e164 } from '../../model/identifiers.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { randomSource } from '../../service/trial-service.fixture.js';
import { nationalNumber } from './national-number.js';
import { isPossibleNumber, validNumber } from './phone-table.js';

const COUNTRIES = getCountries(metadata);
const CALLING_CODES = [
  ...Object.keys(metadata.country_calling_codes),
  ...Object.keys(metadata.nonGeographic),
];

const NUMBERS = propertyRuns(20_000);

/** Beginnings of numbers are compared in steps of this many, so that a short run reaches the last ones too. */
const SPREAD = 11;

const random = randomSource(20_261_121);
const digits = (count: number): string => Array.from({ length: count }, () => random(10)).join('');
// The position is always within the list.
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const withNewEnd = (number: string, length: number): string => number.slice(0, -length) + digits(length);

/** Adds, removes or changes a digit, or adds a prefix that is dialled within the country. */
function mutate(national: string): string {
  const at = random(national.length);
  return oneOf([
    national.slice(0, at) + national.slice(at + 1),
    national.slice(0, at) + digits(1) + national.slice(at),
    national.slice(0, at) + digits(1) + national.slice(at + 1),
    `${oneOf(['0', '1', '8', '9', '01', '06', '15'])}${national}`,
  ]);
}

function nationalOf(country: CountryCode): string {
  const like = withNewEnd(examples[country], 1 + random(examples[country].length));
  return random(2) === 0 ? like : mutate(like);
}

const KINDS_OF_NUMBERS: readonly (readonly [name: string, make: (index: number) => string])[] = [
  ['digits', () => digits(7 + random(9))],
  [
    'digits behind a calling code',
    (index) => (CALLING_CODES[index % CALLING_CODES.length] ?? '') + digits(4 + random(9)),
  ],
  [
    'every beginning of a number behind a calling code',
    (index) => {
      const place = index * SPREAD;
      const beginning = String(Math.floor(place / CALLING_CODES.length) % 1000).padStart(3, '0');
      return (CALLING_CODES[place % CALLING_CODES.length] ?? '') + beginning + digits(4 + random(5));
    },
  ],
  [
    'numbers like those of every country',
    (index) => {
      const country = COUNTRIES[index % COUNTRIES.length] ?? 'US';
      return getCountryCallingCode(country, metadata) + nationalOf(country);
    },
  ],
];

// Numbers that the library completes by an area code are excluded: the text does not have those digits.
describe('the compiled table', () => {
  it.each(KINDS_OF_NUMBERS)('agrees with libphonenumber-js: %s', (_, make) => {
    const disagreements: unknown[] = [];
    let compared = 0;
    for (let index = 0; compared < NUMBERS; index += 1) {
      const text = make(index);
      const number = e164(`+${text}`);
      if (number === undefined) continue;
      compared += 1;
      const parsed = parsePhoneNumberFromString(number, { extract: false });
      const possible = parsed?.isPossible() ?? false;
      const isCompleted = parsed !== undefined && parsed.number.length > number.length;
      const valid = parsed?.isValid() && !isCompleted ? e164(parsed.number) : undefined;
      if (isPossibleNumber(number) !== possible || validNumber(text) !== valid) {
        disagreements.push({ number, possible, valid });
      }
    }
    expect(disagreements.slice(0, 20)).toEqual([]);
  });

  it('agrees with libphonenumber-js about numbers as dialled within every country', () => {
    const disagreements: unknown[] = [];
    for (let index = 0; index < NUMBERS; index += 1) {
      const country = COUNTRIES[index % COUNTRIES.length] ?? 'US';
      const prefix = oneOf([
        '',
        '',
        '',
        '0',
        '1',
        '8',
        '00',
        '011',
        getCountryCallingCode(country, metadata),
      ]);
      const text = prefix + nationalOf(country);
      const parsed = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
      const isCompleted = parsed !== undefined && parsed.nationalNumber.length > text.length;
      const valid = parsed?.isValid() && !isCompleted ? e164(parsed.number) : undefined;
      if (nationalNumber(text, country) !== valid) disagreements.push({ country, text, valid });
    }
    expect(disagreements.slice(0, 20)).toEqual([]);
  });
});
