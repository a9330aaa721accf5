import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { getExample } from 'awesome-phonenumber';
import { getCountries, getExampleNumber, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import mobileExamples from 'libphonenumber-js/mobile/examples';

type Country = ReturnType<typeof getCountries>[number];

/** A number with the ways in which libphonenumber writes it. */
export interface SampleNumber {
  readonly country: Country;
  readonly kind: 'mobile' | 'fixed line';
  /** In E.164. */
  readonly number: string;
  readonly callingCode: string;
  /** The digits behind the calling code. */
  readonly subscriber: string;
  /** `+44 20 7946 0958` */
  readonly international: string;
  /** `020 7946 0958` */
  readonly national: string;
  /** The groups of the national format, without a trunk prefix. */
  readonly nationalGroups: readonly string[];
  /** What is dialled in this country before the calling code of another one. */
  readonly internationalPrefix: string;
}

/** Numbers made of each example, beside the example itself. */
const VARIANTS = 3;
/** So many draws, since most ends give a number in some countries and few in others. */
const DRAWS = 40;
const FREE_DIGITS = 4;

/**
 * The mobile example and the one of a fixed line of every country (or of those that are asked for), and others like them; the same
 * in every run.
 */
export function sampleNumbers(countries: readonly string[] = getCountries(metadata)): SampleNumber[] {
  const random = createSeededRandom(20_261_121);
  return getCountries(metadata)
    .filter((country) => countries.includes(country))
    .flatMap((country) => {
      const mobile = getExampleNumber(country, mobileExamples, metadata)?.number;
      const fixed = getExample(country, 'fixed-line').number?.e164;
      return [
        ...like(mobile, random).flatMap((number) => sampleOf(number, country, 'mobile')),
        ...like(fixed, random).flatMap((number) => sampleOf(number, country, 'fixed line')),
      ];
    });
}

function like(example: string | undefined, random: SeededRandom): string[] {
  if (example === undefined) return [];
  const numbers = new Set([example]);
  for (let draw = 0; draw < DRAWS && numbers.size <= VARIANTS; draw += 1) {
    const end = String(random.below(10 ** FREE_DIGITS)).padStart(FREE_DIGITS, '0');
    const number = example.slice(0, -FREE_DIGITS) + end;
    if (parsePhoneNumberFromString(number, metadata)?.isValid()) numbers.add(number);
  }
  return [...numbers];
}

/** None where the number belongs to a country that shares the plan, or libphonenumber-js has other data than its elder sister. */
export function sampleOf(number: string, country: Country, kind: SampleNumber['kind']): SampleNumber[] {
  const parsed = parsePhoneNumberFromString(number, metadata);
  if (parsed?.country !== country || parsed.number !== number || !parsed.isValid()) return [];
  return [
    {
      country,
      kind,
      number,
      callingCode: parsed.countryCallingCode,
      subscriber: parsed.nationalNumber,
      international: parsed.formatInternational(),
      national: parsed.formatNational(),
      nationalGroups: significantGroups(parsed.formatNational(), parsed.nationalNumber) ?? [
        parsed.nationalNumber,
      ],
      internationalPrefix: internationalPrefix(country),
    },
  ];
}

/** The groups of a national format without the trunk prefix. Undefined for formats with other digits, such as the 15 of Argentina. */
function significantGroups(national: string, significant: string): string[] | undefined {
  const groups = national.match(/\d+/g) ?? [];
  const written = groups.join('');
  if (!written.endsWith(significant)) return undefined;
  let left = written.length - significant.length;
  return groups.flatMap((group) => {
    const rest = group.slice(left);
    left = Math.max(0, left - group.length);
    return rest === '' ? [] : [rest];
  });
}

/** Some plans give a pattern, since the prefix names a carrier. Then the first candidate that matches is taken. */
const CANDIDATES = ['00', '011', '0011', '001', '0015', '00700', '009', '810', '010', '012', '000', '990'];

/**
 * The prefix that is dialled in a country before the calling code of another one. It comes from the library and not from core: cells that
 * are made with core's data would not show errors in it.
 */
function internationalPrefix(country: Country): string {
  const library = new Metadata(metadata);
  library.selectNumberingPlan(country);
  // The declared type of a plan leaves this method out.
  const plan = library.numberingPlan as unknown as { IDDPrefix(): string };
  const prefix = plan.IDDPrefix();
  if (/^\d+$/.test(prefix)) return prefix;
  const pattern = new RegExp(`^(?:${prefix})$`);
  const found = CANDIDATES.find((candidate) => pattern.test(candidate));
  if (found === undefined) throw new RangeError(`none of the prefixes fits ${prefix} of ${country}`);
  return found;
}
