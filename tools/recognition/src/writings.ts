import { readFileSync } from 'node:fs';
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import mobileExamples from 'libphonenumber-js/mobile/examples';
import type { SampleNumber } from './sample-numbers.js';
import { WORDS, type WordLists } from './words.js';

/**
 * How many numbers a person could read in a cell.
 * - `one`: the cell says so itself
 * - `one, in the country`: when the country is known; without it the cell is honestly unknown
 * - `two`: it may be this number or another one, by what the writing is made of; it need not be read
 * - `none`: there are two numbers, or lost digits
 */
export type Readings = 'one' | 'one, in the country' | 'two' | 'none';

/** A way of writing a number in a cell. */
export interface Writing {
  readonly name: string;
  readonly readings: Readings;
  /** The cells that this way gives for a number, none where the country has no such way. */
  readonly cells: (sample: SampleNumber) => readonly string[];
}

/** An entry of `writings.json`. */
interface Entry {
  readonly name: string;
  /** `bare` are two writings: digits that are too many for a national number, and the others. */
  readonly readings: Readings | 'bare';
  /** Texts with the fields of {@link fieldsOf}: `{national:-}` has dashes for other separators, `{digits@0660}` the digits from that character on. */
  readonly cells: readonly string[];
  /** What `{part}` is, each for a cell of its own: texts, or a list of `words.json`. */
  readonly parts?: readonly string[] | keyof WordLists;
  /** The only country that writes so. */
  readonly country?: string;
  /** Names of {@link CONDITIONS}, all of which are true, or false behind a `!`. */
  readonly when?: string;
}

const FILE = new URL('../writings.json', import.meta.url);
/** National numbers of many countries have ten. */
const FEWEST_BARE_DIGITS = 11;
/** `{digits%3 }` has runs of three digits from the end, with spaces between them, `{digits^3-}` a dash behind the first three. */
const FIELD = /\{(\w+)(?::([^}@]*))?(?:@(\w+))?(?:([%^])(\d)(.))?\}/g;

// The file belongs to the repository, and the tests make cells of each of its entries.
const ENTRIES = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Entry[];

/** Every writing that is measured, in the order of the table. */
export const WRITINGS: readonly Writing[] = ENTRIES.flatMap((entry) => {
  const { name, readings } = entry;
  if (readings !== 'bare') return [{ name, readings, cells: (sample) => cellsOf(entry, sample) }];
  const cells = (isLong: boolean) => (sample: SampleNumber) =>
    sample.number.length - 1 >= FEWEST_BARE_DIGITS === isLong ? cellsOf(entry, sample) : [];
  return [
    { name, readings: 'one', cells: cells(true) },
    { name: `${name}, ten digits or fewer`, readings: 'one, in the country', cells: cells(false) },
  ];
});

function cellsOf({ cells, country, parts = [''], when }: Entry, sample: SampleNumber): readonly string[] {
  if (country !== undefined && sample.country !== country) return [];
  const fields = fieldsOf(sample);
  const texts = typeof parts === 'string' ? WORDS[parts] : parts;
  return cells
    .flatMap((cell) => texts.map((part) => cellOf(cell.replaceAll('{part}', part), fields)))
    .filter((cell) => cell !== undefined)
    .filter((cell) => when === undefined || isTrue(when, cell, sample));
}

/** A cell with the texts of its fields. Undefined if the number lacks one of them. */
export function cellOf(form: string, fields: ReturnType<typeof fieldsOf>): string | undefined {
  let isWhole = true;
  const text = form.replace(
    FIELD,
    (
      _,
      name: keyof typeof fields,
      separator?: string,
      zero?: string,
      part?: string,
      count?: string,
      sign = '',
    ) => {
      let field: string | undefined = fields[name];
      if (field === undefined) isWhole = false;
      if (separator !== undefined) field = field?.replace(/[()]/g, '').replace(/[^\d+]+/g, separator);
      if (part === '%') field = field?.replace(new RegExp(`(?<=\\d)(?=(?:\\d{${count}})+$)`, 'g'), sign);
      if (part === '^') field = field?.replace(new RegExp(`^\\d{${count}}`), `$&${sign}`);
      if (zero === undefined) return field ?? '';
      const first = Number.parseInt(zero, 16);
      return field?.replace(/\d/g, (digit) => String.fromCodePoint(first + Number(digit))) ?? '';
    },
  );
  return isWhole ? text : undefined;
}

/** The texts of which cells are made. Undefined ones do not exist for the number. */
export function fieldsOf(sample: Omit<SampleNumber, 'kind'>) {
  const { callingCode, international, internationalPrefix, national, nationalGroups, number, subscriber } =
    sample;
  const digits = number.slice(1);
  const nationalDigits = digitsOf(national);
  const groups = international.replace(/^\+\d+ /, '');
  const [area = '', ...behindArea] = groups.split(/[ -]/);
  const plain = national.replace(/[()]/g, '');
  const [first = '', ...rest] = plain.split(/\D+/);
  const rounded = (kept: number) =>
    kept < digits.length ? `${digits[0]}.${digits.slice(1, kept)}E+${digits.length - 1}` : undefined;
  return {
    number,
    digits,
    international,
    afterPlus: international.slice(1),
    national,
    callingCode,
    subscriber,
    prefix: internationalPrefix,
    groups,
    area,
    behindArea: behindArea.join(' '),
    /** Behind the trunk zero. */
    behindZero:
      nationalDigits === `0${subscriber}` ? national.replace('0', '').replace(/^[^\d]+/, '') : undefined,
    /** As spreadsheets lose it. */
    zeroLost: nationalDigits.startsWith('0') ? nationalDigits.replace(/^0+/, '') : undefined,
    bracketed: national.includes('(') ? national : national.replace(/^(\d+)(?=\D)/, '($1)'),
    /** A single digit is dialled before all numbers, and no area. */
    slashed: rest.length === 0 || first.length === 1 ? undefined : `${first}/${rest.join('')}`,
    firstInBrackets: plain.replace(/^(\d+)(?=\D)\D*/, '($1) '),
    firstBeforeSlash: plain.replace(/^(\d+)(?=\D)\D*/, '$1/'),
    nationalGroups: nationalGroups.join(' '),
    nationalDigits,
    behindFirstGroup: nationalGroups.length > 1 ? nationalGroups.slice(1).join(' ') : undefined,
    localDigits: nationalGroups.slice(1).join('') || undefined,
    local: localPart(national, nationalGroups),
    lastFour: nationalDigits.slice(-4),
    keycaps: digits.replace(/\d/g, '$&\ufe0f\u20e3'),
    first: digits.slice(0, 1),
    others: digits.slice(1),
    exponent: String(digits.length - 1),
    lost2: rounded(2),
    lost6: rounded(6),
    lost7: rounded(7),
    lostLast: rounded(digits.length - 1),
    thousands: digits.replace(/\B(?=(?:\d{3})+$)/g, ' '),
    nextInternational: next(international),
    nextNational: next(national),
    nextDigits: next(digits),
  };
}

/** The number without its area code, as the country groups it: `7946 0958`, `555-0123`. */
function localPart(national: string, [first = '', ...rest]: readonly string[]): string | undefined {
  // The area code is the first time that its digits end a group.
  const end = new RegExp(`${first}(?!\\d)\\D*`).exec(national);
  const local = end === null ? rest.join(' ') : national.slice(end.index + end[0].length);
  return local === '' ? undefined : local;
}

/** Another number: its last digit is the next one. */
function next(text: string): string {
  return text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

type Condition = (cell: string, sample: SampleNumber) => boolean;

const CONDITIONS: Readonly<Record<string, Condition>> = {
  tenDigits: (cell) => digitsOf(cell).length >= 10,
  nineDigits: (_, { subscriber }) => subscriber.length === 9,
  /** `678 591 2345` is written so in Vanuatu and in Georgia. */
  american: (cell) => /^\d{3}[ -]\d{3}[ -]?\d{4}$/.test(cell),
  northAmerica: (_, { callingCode }) => callingCode === '1',
  dials00: (_, { internationalPrefix }) => internationalPrefix === '00',
  short: (_, sample) => isAsShortAsLocal(sample),
  /** Large cities have local numbers of eight digits, beside cities whose numbers are as long with their area codes. */
  local: (_, sample) => sample.subscriber.length <= 8 || isAsShortAsLocal(sample),
  otherValue: (cell) =>
    /^[1-9]\d*\.\d+$/.test(cell) ||
    /^(?:[0-2]\d|3[01])\.(?:0\d|1[0-2])\.\d\d$/.test(cell) ||
    (/^\d+(?:\.\d+){3}$/.test(cell) && cell.split('.').every((part) => Number(part) <= 255)),
  /** The digits are another number too, with a calling code in front or within the country. */
  otherNumber: (cell, { country, number }) =>
    [
      parsePhoneNumberFromString(`+${cell}`, metadata),
      parsePhoneNumberFromString(cell, country, metadata),
    ].some((reading) => reading?.isValid() && reading.number !== number),
};

/** Whether all of these conditions are true, or false behind a `!`. */
function isTrue(when: string, cell: string, sample: SampleNumber): boolean {
  return when.split(' ').every((name) => {
    const condition = CONDITIONS[name.replace('!', '')];
    if (condition === undefined) throw new RangeError(`there is no condition ${name}`);
    return condition(cell, sample) !== name.startsWith('!');
  });
}

/** Whether a number has so few digits that without a zero in front it is as long as a local one, which has no area code. */
function isAsShortAsLocal({ country, subscriber }: SampleNumber): boolean {
  return subscriber.length <= mobileExamples[country].length - 2;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
