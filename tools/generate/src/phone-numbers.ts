import { getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { SeededRandom } from './seeded-random.js';

/** Countries in which the last six digits of the example number may be any: each gives a million valid numbers. */
const COUNTRIES = [
  ...['US', 'CA', 'MX', 'BR', 'AR', 'CO', 'GB', 'IE', 'FR', 'DE', 'ES', 'PT', 'IT', 'NL', 'BE', 'CH', 'AT'],
  ...['SE', 'NO', 'PL', 'CZ', 'HU', 'RO', 'GR', 'TR', 'IL', 'AE', 'SA', 'EG', 'NG', 'KE', 'ZA', 'IN', 'PK'],
  ...['TH', 'VN', 'MY', 'SG', 'ID', 'PH', 'CN', 'TW', 'JP', 'AU', 'NZ', 'UA', 'KZ'],
] as const;

const FREE_DIGITS = 6;
/** No country has this calling code. A number that is too short would be read as none in a file. */
const NOWHERE: Stem = { start: '+999123', callingCodeDigits: 3 };
/** After this many used numbers in a row, hardly any number is left. */
const MOST_DRAWS = 10_000;

interface Stem {
  /** The first digits of the numbers. */
  readonly start: string;
  readonly callingCodeDigits: number;
}

export interface GeneratedNumber {
  /** The number in the form of E.164. */
  readonly number: string;
  /** Whether it cannot exist. */
  readonly impossible: boolean;
  /** How many digits of it are its calling code. */
  readonly callingCodeDigits: number;
}

/** Makes numbers of many countries, each one once. */
export class PhoneNumbers {
  readonly #random: SeededRandom;
  readonly #stems = COUNTRIES.map(stemOf);
  readonly #used: GeneratedNumber[] = [];
  readonly #usedTexts = new Set<string>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** A valid number that was not given before. */
  valid(): GeneratedNumber {
    return this.#fresh(this.#stems, false, ({ start }) => start + this.#digits(FREE_DIGITS));
  }

  /** A number in the form of E.164 that no country has, also one that was not given before. */
  impossible(): GeneratedNumber {
    return this.#fresh([NOWHERE], true, ({ start }) => start + this.#digits(FREE_DIGITS));
  }

  /** One of those that were given before, undefined if none was. */
  repeated(): GeneratedNumber | undefined {
    return this.#used.length === 0 ? undefined : this.#random.pick(this.#used);
  }

  #fresh(stems: readonly Stem[], impossible: boolean, make: (stem: Stem) => string): GeneratedNumber {
    for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
      const stem = this.#random.pick(stems);
      const number = make(stem);
      if (this.#usedTexts.has(number)) continue;
      const made = { number, impossible, callingCodeDigits: stem.callingCodeDigits };
      this.#usedTexts.add(number);
      this.#used.push(made);
      return made;
    }
    throw new RangeError(`after ${this.#used.length} numbers there are too few left to make more`);
  }

  #digits(count: number): string {
    return String(this.#random.below(10 ** count)).padStart(count, '0');
  }
}

function stemOf(country: (typeof COUNTRIES)[number]): Stem {
  const example = getExampleNumber(country, examples);
  if (example === undefined) throw new RangeError(`there is no example number of ${country}`);
  return {
    start: example.number.slice(0, -FREE_DIGITS),
    callingCodeDigits: example.countryCallingCode.length,
  };
}
