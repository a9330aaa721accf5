import { getExample, type PhoneNumberTypes } from 'awesome-phonenumber';
import { getCountries } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { internationalPrefix } from '../international-prefix.js';
import { type SampleNumber, significantGroups } from '../sample-numbers.js';

/** An example number of Google's library, with the ways in which that library writes it. */
export interface ExampleNumber extends Omit<SampleNumber, 'kind'> {
  readonly type: PhoneNumberTypes;
}

const TYPES: readonly PhoneNumberTypes[] = [
  ...(['fixed-line', 'mobile', 'toll-free', 'premium-rate', 'shared-cost'] as const),
  ...(['voip', 'personal-number', 'pager', 'uan'] as const),
];

/** Every example of every country, one for each kind of line that it has. */
export function exampleNumbers(): ExampleNumber[] {
  return getCountries(metadata).flatMap((country) => TYPES.flatMap((type) => example(country, type)));
}

function example(country: ExampleNumber['country'], type: PhoneNumberTypes): ExampleNumber[] {
  const parsed = exampleOf(country, type);
  // The examples of some kinds are of another country that shares the plan.
  if (parsed?.number === undefined || !parsed.valid || parsed.regionCode !== country) return [];
  const { e164: number, international, national, significant: subscriber } = parsed.number;
  const nationalGroups = significantGroups(national, subscriber) ?? [subscriber];
  const callingCode = String(parsed.countryCode);
  const prefix = internationalPrefix(country);
  return [
    {
      country,
      type,
      number,
      callingCode,
      international,
      national,
      subscriber,
      nationalGroups,
      internationalPrefix: prefix,
    },
  ];
}

/** An example of Google's library. Undefined where a country has none of this kind. */
export function exampleOf(
  country: ExampleNumber['country'],
  type: PhoneNumberTypes,
): ReturnType<typeof getExample> | undefined {
  try {
    return getExample(country, type);
  } catch {
    return undefined;
  }
}
