import type { CountryCode } from '@dialproof/core';
import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { type PhoneNumberTypes, parsePhoneNumber } from 'awesome-phonenumber';
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { exampleOf } from '../google/example-numbers.js';
import { significantGroups } from '../sample-numbers.js';
import { WORDS } from '../words.js';
import { seedOf } from './seed-of.js';

/** A number with the texts of which the cells of a list are made. */
export interface ListedNumber {
  /** In E.164. */
  readonly number: string;
  readonly callingCode: string;
  /** As libphonenumber writes it within the country, with the trunk prefix: `030 123456`. */
  readonly national: string;
  readonly international: string;
  /** The groups of the national format without the trunk prefix: `30`, `123456`. */
  readonly groups: readonly string[];
}

/** Numbers of one area. Their first group is its code. */
export interface Area {
  readonly code: string;
  readonly numbers: readonly ListedNumber[];
  /** Whether Google's library knows numbers of the country without their area code. */
  readonly hasLocalNumbers: boolean;
}

/** What the lists of one country are made of. Some countries lack some of it. */
export interface CountryNumbers {
  readonly country: CountryCode;
  readonly fixed: readonly ListedNumber[];
  readonly mobile: readonly ListedNumber[];
  readonly tollFree: readonly ListedNumber[];
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

/** Makes numbers of a country that are valid and are alike to its examples in nothing but their kind; the same in every run. */
export function countryNumbers(country: CountryCode): CountryNumbers {
  const random = createSeededRandom(seedOf(`numbers of ${country}`));
  const draw = (type: PhoneNumberTypes): ListedNumber[] => {
    const example = exampleOf(country, type)?.number?.e164;
    return example === undefined ? [] : alike(example, { country, type, random }, NUMBERS_OF_A_KIND);
  };
  const fixed = draw('fixed-line');
  return {
    country,
    fixed,
    mobile: draw('mobile'),
    tollFree: draw('toll-free'),
    areas: areasOf(country, fixed, random),
    shortCodes: shortCodesOf(country, random),
  };
}

interface Draw {
  readonly country: CountryCode;
  readonly type: PhoneNumberTypes;
  readonly random: SeededRandom;
}

/** Numbers that begin with some of the digits of an example, or of one that was found already, and have others behind them. */
function alike(
  example: string,
  { country, type, random }: Draw,
  count: number,
  keptAtLeast = 0,
): ListedNumber[] {
  const callingCode = parsePhoneNumberFromString(example, metadata)?.countryCallingCode ?? '';
  const found = new Map<string, ListedNumber>();
  const begins = [example.slice(1 + callingCode.length)];
  for (let draws = 0; draws < count * DRAWS_A_NUMBER && found.size < count; draws += 1) {
    const significant = random.pick(begins);
    const kept = keptAtLeast + random.below(Math.max(1, significant.length - keptAtLeast - 2));
    const number = `+${callingCode}${significant.slice(0, kept)}${digits(random, significant.length - kept)}`;
    const listed = listedNumber(number, country, type);
    if (listed === undefined) continue;
    found.set(number, listed);
    begins.push(listed.groups.join(''));
  }
  return [...found.values()];
}

/** Areas of big cities, where the reader knows one, and of numbers that were drawn. */
function areasOf(country: CountryCode, fixed: readonly ListedNumber[], random: SeededRandom): Area[] {
  const drawn = fixed.map(({ groups }) => groups[0] ?? '');
  const codes = new Set([...(WORDS.bigCities[country] ?? []), ...drawn]);
  const areas: Area[] = [];
  for (const code of codes) {
    if (areas.length === AREAS) break;
    const area = areaOf(country, code, { fixed, random });
    if (area !== undefined) areas.push(area);
  }
  return areas;
}

function areaOf(
  country: CountryCode,
  code: string,
  { fixed, random }: { readonly fixed: readonly ListedNumber[]; readonly random: SeededRandom },
): Area | undefined {
  const same = fixed.find(({ groups }) => groups[0] === code);
  const [any] = fixed;
  if (any === undefined) return undefined;
  const example = same?.number ?? `+${any.callingCode}${code}${any.groups.join('').slice(code.length)}`;
  const numbers = alike(
    example,
    { country, type: 'fixed-line', random },
    NUMBERS_OF_AN_AREA,
    code.length,
  ).filter(({ groups }) => groups[0] === code && LOCAL_DIGITS.test(groups.slice(1).join('')));
  if (numbers.length < FEWEST_NUMBERS || !isAreaCode(country, code, numbers)) return undefined;
  const local = numbers[0]?.groups.slice(1).join('') ?? '';
  return { code, numbers, hasLocalNumbers: parsePhoneNumber(local, { regionCode: country }).possible };
}

/**
 * Whether numbers of a country are dialled without their first group within an area, or were. In other countries the rest may be a
 * whole number: Luxembourg has some of six digits beside those of eight.
 */
function isAreaCode(country: CountryCode, code: string, numbers: readonly ListedNumber[]): boolean {
  if (WORDS.bigCities[country]?.includes(code)) return true;
  const [any] = numbers;
  if (any?.national.includes('(') || any?.national.replace(/\D/g, '') !== any?.groups.join('')) return true;
  return numbers.every(
    ({ groups }) => !parsePhoneNumber(groups.slice(1).join(''), { regionCode: country }).valid,
  );
}

function shortCodesOf(country: CountryCode, random: SeededRandom): string[] {
  const found = new Set<string>();
  const candidates = [
    ...EVERYWHERE,
    ...Array.from({ length: SHORT_CODE_DRAWS }, () => digits(random, 3 + random.below(4))),
  ];
  for (const code of candidates) {
    const parsed = parsePhoneNumber(code, { regionCode: country });
    if (parsed.shortValid && !parsed.valid) found.add(code);
  }
  return [...found];
}

function listedNumber(
  number: string,
  country: CountryCode,
  type: PhoneNumberTypes,
): ListedNumber | undefined {
  const parsed = parsePhoneNumberFromString(number, metadata);
  if (parsed?.country !== country || parsed.number !== number || !parsed.isValid()) return undefined;
  if (!KINDS[type]?.includes(parsed.getType() ?? '')) return undefined;
  const national = parsed.formatNational();
  const international = parsed.formatInternational();
  const callingCode = parsed.countryCallingCode;
  return {
    number,
    callingCode,
    national,
    international,
    groups: significantGroups(national, parsed.nationalNumber) ?? digitGroups(international).slice(1),
  };
}

function digitGroups(text: string): string[] {
  return text.match(/\d+/g) ?? [];
}

const KINDS: Partial<Record<PhoneNumberTypes, readonly string[]>> = {
  'fixed-line': ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'],
  mobile: ['MOBILE', 'FIXED_LINE_OR_MOBILE'],
  'toll-free': ['TOLL_FREE'],
};

function digits(random: SeededRandom, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('');
}
