import { DialproofError } from '../../model/errors.js';
import { foldToAscii } from '../fold-to-ascii.js';
import type { CountryCode } from './country-code.js';
import { planOf } from './national-number.js';
import type { NumberingPlan } from './numbering-plan.js';

/** Digits with the brackets, spaces and dashes that people write around or between them. */
const AREA_CODE = /^[ ([]*\d(?:[- ]?\d){0,5}[ )\]]*$/;

/** Local numbers have at least three digits in the shortest plans. */
const FEWEST_LOCAL_DIGITS = 3;
/** The patterns of beginnings, cached by the pattern of whole numbers: making one takes longer than testing with it. */
const BEGINNINGS = new WeakMap<RegExp, RegExp>();

/**
 * Reads an area code of a country, with its trunk prefix or without one, also in brackets: `030`, `30` and `(030)` are `30` in Germany. A
 * zero that is part of the number stays: `06` in Italy. Throws `invalid_area_code` if there is no country, or if no number of its plan
 * begins with these digits.
 */
export function readAreaCode(text: string, country: CountryCode | undefined): string {
  if (country === undefined) {
    throw invalidAreaCode(
      'found an area code without a country; name the country of the numbers too (default_country, such as DE)',
    );
  }
  const folded = foldToAscii(text).trim();
  if (!AREA_CODE.test(folded)) {
    throw invalidAreaCode(
      'expected the digits of one area code without the calling code of the country, such as 30 or 030 for Berlin; found something else',
    );
  }
  const digits = folded.replace(/\D/g, '');
  const plan = planOf(country);
  const areaCode = [digits, withoutPrefix(digits, plan)].find(
    (candidate) => candidate !== undefined && isAreaCode(candidate, plan),
  );
  if (areaCode === undefined) {
    throw invalidAreaCode(
      `found the area code ${digits}, but no phone number of ${country} begins with it; expected one of that country, as it is dialled there`,
    );
  }
  return areaCode;
}

/** Removes the trunk prefix, or a zero that is no longer dialled in the country. */
function withoutPrefix(digits: string, { nationalPrefix }: NumberingPlan): string | undefined {
  const without =
    nationalPrefix !== undefined && digits.startsWith(nationalPrefix)
      ? digits.slice(nationalPrefix.length)
      : digits.replace(/^0/, '');
  return without === digits || without === '' ? undefined : without;
}

/** Whether a fixed line of the plan begins with these digits. A plan without data on fixed lines may have any number. */
function isAreaCode(digits: string, { fixedLine, pattern, possibleLengths }: NumberingPlan): boolean {
  const lengths = fixedLine?.lengths ?? possibleLengths;
  if (digits.length + FEWEST_LOCAL_DIGITS > Math.max(...lengths)) return false;
  const numbers = fixedLine?.pattern ?? pattern;
  const beginnings = BEGINNINGS.get(numbers) ?? beginningsOf(numbers);
  BEGINNINGS.set(numbers, beginnings);
  return beginnings.test(digits);
}

function invalidAreaCode(hint: string): DialproofError {
  return new DialproofError('invalid_area_code', { hint });
}

/** The signs of the patterns in the numbering plans, each with its quantifier. */
const SIGN =
  /(?<open>\(\?:)|(?<bar>\|)|(?<close>\)\??)|(?<digit>\\d|\[[^\]]*\]|\d)(?:\{(?:\d+,)?(?<most>\d+)\}|\?)?/y;

/**
 * A pattern for the beginnings of the numbers of a pattern, in which digits are single, in brackets, repeated and in groups of
 * alternatives, as in Google's numbering plans: the beginnings of `3(?:0|10)` are those of `30` and `310`. Throws for any other sign.
 */
export function beginningsOf(pattern: RegExp): RegExp {
  const reader = new PatternReader(pattern.source.replace(/^\^\(\?:(.*)\)\$$/, '$1'));
  return new RegExp(`^(?:${reader.alternatives()})`);
}

/** A part of a pattern, and the pattern of the texts that end in it. */
interface Part {
  readonly whole: string;
  readonly begun: string;
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Reads alternatives to the end of their group, and returns the pattern of the texts that end in one of them. */
  alternatives(): string {
    const begun: string[] = [];
    let parts: Part[] = [];
    const end = () => begun.push(begunOf(parts));
    while (this.#at < this.#pattern.length) {
      const from = this.#at;
      const { bar, close, digit, most, open } = this.#next();
      if (close !== undefined) break;
      if (bar !== undefined) {
        end();
        parts = [];
      } else if (open !== undefined) {
        const group = this.alternatives();
        parts.push({ whole: this.#pattern.slice(from, this.#at), begun: group });
      } else {
        parts.push({ whole: this.#pattern.slice(from, this.#at), begun: `${digit}{0,${most ?? 1}}$` });
      }
    }
    end();
    return begun.join('|');
  }

  #next(): Readonly<Record<string, string | undefined>> {
    SIGN.lastIndex = this.#at;
    const { groups } = SIGN.exec(this.#pattern) ?? {};
    if (groups === undefined) throw new TypeError(`a numbering plan has an unknown sign at ${this.#at}`);
    this.#at = SIGN.lastIndex;
    return groups;
  }
}

/** The pattern of texts that end within these parts: in the first, or after it in a later one. */
function begunOf(parts: readonly Part[]): string {
  return parts.reduceRight((later, { begun, whole }) => `(?:${begun}|${whole}${later})`, '$');
}
