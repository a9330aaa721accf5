import type { CountryCode } from '@dialproof/core';
import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { getExample, type PhoneNumberTypes, parsePhoneNumber } from 'awesome-phonenumber';
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { type SampleNumber, sampleOf } from '../sample-numbers.js';
import { WORDS } from '../words.js';

/** Numbers of one area. Their first group is its code. */
export interface Area {
  readonly code: string;
  readonly numbers: readonly SampleNumber[];
  /** Whether Google's library knows numbers of the country without their area code. */
  readonly hasLocalNumbers: boolean;
}

/** What the lists of one country are made of. Some countries lack some of it. */
export interface CountryNumbers {
  readonly country: CountryCode;
  readonly fixed: readonly SampleNumber[];
  readonly mobile: readonly SampleNumber[];
  readonly tollFree: readonly SampleNumber[];
  readonly areas: readonly Area[];
  /** Codes of three to six digits that are dialled within the country and are no numbers. */
  readonly shortCodes: readonly string[];
}

const NUMBERS_OF_A_KIND = 160;
const NUMBERS_OF_AN_AREA = 120;
/** Fewer would not make a list. */
const FEWEST_NUMBERS = 20;
/** As written: no country's local numbers are longer, and none begin with the zero that is dialled before an area code. */
const LOCAL_DIGITS = /^[1-9]\d{4,7}$/;
const AREAS = 3;
const DRAWS_A_NUMBER = 12;
const SHORT_CODE_DRAWS = 250;
const EVERYWHERE = ['110', '112', '118', '911', '999', '1177', '19222', '116117'];

const KINDS: Partial<Record<PhoneNumberTypes, readonly string[]>> = {
  'fixed-line': ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'],
  mobile: ['MOBILE', 'FIXED_LINE_OR_MOBILE'],
  'toll-free': ['TOLL_FREE'],
};

/** Makes numbers of a country that are valid and are alike to its examples in nothing but their kind; the same in every run. */
export function countryNumbers(country: CountryCode): CountryNumbers {
  const random = createSeededRandom(seedOf(`numbers of ${country}`));
  const draw = (type: PhoneNumberTypes): SampleNumber[] => {
    const example = exampleOf(country, type);
    return example === undefined ? [] : alike(example, { country, type, random }, NUMBERS_OF_A_KIND);
  };
  const fixed = draw('fixed-line');
  const [mobile, tollFree] = [draw('mobile'), draw('toll-free')];
  // Areas of big cities, where the reader knows one, and of numbers that were drawn.
  const drawn = fixed.map(({ nationalGroups }) => nationalGroups[0] ?? '');
  const codes = new Set([...(WORDS.bigCities[country] ?? []), ...drawn]);
  const areas: Area[] = [];
  for (const code of codes) {
    const area = areas.length < AREAS ? areaOf(country, code, fixed, random) : undefined;
    if (area !== undefined) areas.push(area);
  }
  return { country, fixed, mobile, tollFree, areas, shortCodes: shortCodesOf(country, random) };
}

/** An example of Google's library. Undefined where a country has none of this kind. */
function exampleOf(country: CountryCode, type: PhoneNumberTypes): string | undefined {
  try {
    return getExample(country, type).number?.e164;
  } catch {
    return undefined;
  }
}

interface Draw {
  readonly country: CountryCode;
  readonly type: PhoneNumberTypes;
  readonly random: SeededRandom;
}

/** Numbers that begin with some of the digits of an example, or of one that was found already, and have others behind them. */
function alike(example: string, { country, type, random }: Draw, count: number, keptAtLeast = 0) {
  const callingCode = parsePhoneNumberFromString(example, metadata)?.countryCallingCode ?? '';
  const found = new Map<string, SampleNumber>();
  const begins = [example.slice(1 + callingCode.length)];
  for (let draws = 0; draws < count * DRAWS_A_NUMBER && found.size < count; draws += 1) {
    const significant = random.pick(begins);
    const kept = keptAtLeast + random.below(Math.max(1, significant.length - keptAtLeast - 2));
    const number = `+${callingCode}${significant.slice(0, kept)}${digits(random, significant.length - kept)}`;
    const [sample] = KINDS[type]?.includes(typeOf(number)) ? sampleOf(number, country, 'fixed line') : [];
    if (sample === undefined) continue;
    found.set(number, sample);
    begins.push(sample.subscriber);
  }
  return [...found.values()];
}

function typeOf(number: string): string {
  return parsePhoneNumberFromString(number, metadata)?.getType() ?? '';
}

function areaOf(country: CountryCode, code: string, fixed: readonly SampleNumber[], random: SeededRandom) {
  const [any] = fixed;
  if (any === undefined) return undefined;
  const same = fixed.find(({ nationalGroups }) => nationalGroups[0] === code);
  const example = same?.number ?? `+${any.callingCode}${code}${any.subscriber.slice(code.length)}`;
  const draw = { country, type: 'fixed-line', random } as const;
  const numbers = alike(example, draw, NUMBERS_OF_AN_AREA, code.length).filter(
    ({ nationalGroups: [first, ...rest] }) => first === code && LOCAL_DIGITS.test(rest.join('')),
  );
  if (numbers.length < FEWEST_NUMBERS || !isAreaCode(country, code, numbers)) return undefined;
  const local = numbers[0]?.nationalGroups.slice(1).join('') ?? '';
  return { code, numbers, hasLocalNumbers: parsePhoneNumber(local, { regionCode: country }).possible };
}

/**
 * Whether numbers of a country are dialled without their first group within an area, or were. In other countries the rest may be a
 * whole number: Luxembourg has some of six digits beside those of eight.
 */
function isAreaCode(country: CountryCode, code: string, numbers: readonly SampleNumber[]): boolean {
  if (WORDS.bigCities[country]?.includes(code)) return true;
  const [any] = numbers;
  if (any?.national.includes('(') || any?.national.replace(/\D/g, '') !== any?.subscriber) return true;
  return numbers.every(
    ({ nationalGroups }) =>
      !parsePhoneNumber(nationalGroups.slice(1).join(''), { regionCode: country }).valid,
  );
}

function shortCodesOf(country: CountryCode, random: SeededRandom): string[] {
  const drawn = Array.from({ length: SHORT_CODE_DRAWS }, () => digits(random, 3 + random.below(4)));
  return [...new Set([...EVERYWHERE, ...drawn])].filter((code) => {
    const parsed = parsePhoneNumber(code, { regionCode: country });
    return parsed.shortValid && !parsed.valid;
  });
}

export function digits(random: SeededRandom, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('');
}

/** A seed for each name (FNV-1a), so that a list does not depend on the lists before it. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
