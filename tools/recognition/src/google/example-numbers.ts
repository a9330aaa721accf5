import type { CountryCode } from '@dialproof/core';
import { getExample, type PhoneNumberTypes } from 'awesome-phonenumber';
import { getCountries } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { internationalPrefix } from '../international-prefix.js';

/** An example number of Google's library, with the ways in which that library writes it. */
export interface ExampleNumber {
  readonly country: CountryCode;
  readonly type: PhoneNumberTypes;
  /** In E.164. */
  readonly number: string;
  readonly callingCode: string;
  readonly international: string;
  readonly national: string;
  /** The digits behind the calling code. */
  readonly significant: string;
  /** The groups of the national format, without a trunk prefix. */
  readonly groups: readonly string[];
  /** The prefix that is dialled in this country before the calling code of another one. */
  readonly internationalPrefix: string;
}

const TYPES: readonly PhoneNumberTypes[] = [
  'fixed-line',
  'mobile',
  'toll-free',
  'premium-rate',
  'shared-cost',
  'voip',
  'personal-number',
  'pager',
  'uan',
];

/** Every example of every country, one for each kind of line that it has. */
export function exampleNumbers(): ExampleNumber[] {
  return getCountries(metadata).flatMap((country) => TYPES.flatMap((type) => example(country, type)));
}

function example(country: CountryCode, type: PhoneNumberTypes): ExampleNumber[] {
  const parsed = exampleOf(country, type);
  // Some examples belong to another country that shares the plan.
  if (parsed?.number === undefined || !parsed.valid || parsed.regionCode !== country) return [];
  const { e164, international, national, significant } = parsed.number;
  return [
    {
      country,
      type,
      number: e164,
      callingCode: String(parsed.countryCode),
      international,
      national,
      significant,
      groups: significantGroups(national, significant),
      internationalPrefix: internationalPrefix(country),
    },
  ];
}

function exampleOf(country: CountryCode, type: PhoneNumberTypes): ReturnType<typeof getExample> | undefined {
  try {
    return getExample(country, type);
  } catch {
    // It throws where a country has no example of this kind.
    return undefined;
  }
}

/** The groups of a national format from the first digit of the number on. One group if the format has other digits. */
function significantGroups(national: string, significant: string): string[] {
  const groups = national.match(/\d+/g) ?? [];
  const before = groups.join('').length - significant.length;
  if (!groups.join('').endsWith(significant)) return [significant];
  let left = before;
  return groups.flatMap((group) => {
    const rest = group.slice(left);
    left = Math.max(0, left - group.length);
    return rest === '' ? [] : [rest];
  });
}
