import { type GeneratedNumber, PhoneNumbers } from './phone-numbers.js';
import { HEADER, type RowOptions, type RowSettings, readRowOptions } from './row-options.js';
import { createSeededRandom, type SeededRandom } from './seeded-random.js';

export interface GeneratedRow {
  /** The cells as they stand in the file, as many as the header has. */
  readonly cells: readonly string[];
  /** The number that the phone cell stands for, in E.164; undefined where it holds none. */
  readonly number: string | undefined;
  /** Whether `number` has the form of E.164 and cannot exist. */
  readonly impossible: boolean;
}

const CITIES = [
  ...['Harbour', 'Mill End', 'Northgate', 'Übersee', 'Old Bridge, East', 'Lower Fields', 'Østhavn', 'Ridge'],
  ...['Windmere', 'Sandbank', 'Three Oaks', 'Flussdorf', '河岸', 'Saint-Été'],
];
const NOTES = [
  ...['', '', 'second visit', 'by post', 'asked twice', 'rang "late"', 'new', 'moved, see file', '=A1+1'],
  ...['-', 'two lines\nof text', 'regular', 'no mail please'],
];

/** The header of a file with these options. */
export function headerOf(options: RowOptions): readonly string[] {
  const { columns } = readRowOptions(options);
  return Array.from({ length: columns }, (_, position) => HEADER[position] ?? `extra_${position + 1}`);
}

/**
 * The rows of a file, one after the other: about 69 bytes each as CSV with six columns. Numbers are valid numbers of many countries
 * and differ from row to row, except where a share of the options says otherwise. Throws RangeError for options that cannot be met.
 */
export function* generateRows(options: RowOptions): Generator<GeneratedRow, void, undefined> {
  const settings = readRowOptions(options);
  const random = createSeededRandom(settings.seed);
  const numbers = new PhoneNumbers(random);
  for (let id = 1; id <= settings.rows; id += 1) {
    const { phone, ...rest } = generatePhone(settings, random, numbers);
    const cells = [
      String(id),
      `Row ${id}`,
      `row${id}@example.com`,
      phone,
      random.pick(CITIES),
      random.pick(NOTES),
    ];
    for (let column = HEADER.length; column < settings.columns; column += 1) {
      cells.push(`value ${random.below(1_000)}`);
    }
    yield { cells, ...rest };
  }
}

interface GeneratedPhone extends Pick<GeneratedRow, 'number' | 'impossible'> {
  readonly phone: string;
}

function generatePhone(settings: RowSettings, random: SeededRandom, numbers: PhoneNumbers): GeneratedPhone {
  if (random.chance(settings.unreadableShare)) {
    return { phone: unreadablePhone(random), number: undefined, impossible: false };
  }
  if (random.chance(settings.impossibleShare)) {
    const { number } = numbers.impossible();
    return { phone: number, number, impossible: true };
  }
  const repeated = random.chance(settings.duplicateShare) ? numbers.repeated() : undefined;
  const made = repeated ?? numbers.valid();
  // Without its +, an impossible number is not read as a number.
  const isWritten = !made.impossible && random.chance(settings.writtenShare);
  const phone = isWritten ? writtenPhone(made, random) : made.number;
  return { phone, number: made.number, impossible: made.impossible };
}

/** The ways in which people write a number, beside E.164 itself. Each of them is understood without a default country. */
const WRITTEN: readonly ((code: string, groups: readonly string[]) => string)[] = [
  (code, groups) => `+${code} ${groups.join(' ')}`,
  (code, groups) => `+${code}-${groups.join('-')}`,
  (code, [area = '', ...groups]) => `+${code} (${area}) ${groups.join('-')}`,
  (code, groups) => `+${code}.${groups.join('.')}`,
  (code, groups) => `+${code}\u00a0${groups.join('\u00a0')}`,
  (code, groups) => `tel:+${code}${groups.join('')}`,
  (code, groups) => `'+${code}${groups.join('')}`,
  (code, groups) => `00${code}${groups.join('')}`,
  (code, groups) => bareDigits(`${code}${groups.join('')}`),
];

/** Fewer digits alone may be national ones, of Russia or China for instance: whether they are read depends on the column around them. */
const FEWEST_BARE_DIGITS = 12;

const UNREADABLE = ['', 'n/a', '-', 'none', '12', '1.41556E+10', 'call the office', '+', '0', '#REF!'];

/** A number as somebody might have typed it. */
function writtenPhone({ number, callingCodeDigits }: GeneratedNumber, random: SeededRandom): string {
  const code = number.slice(1, 1 + callingCodeDigits);
  const groups = number.slice(1 + callingCodeDigits).match(/\d{1,3}/g) ?? [];
  return random.pick(WRITTEN)(code, groups);
}

function bareDigits(digits: string): string {
  return digits.length < FEWEST_BARE_DIGITS ? `+${digits}` : digits;
}

/** A text in a phone column that is no phone. */
function unreadablePhone(random: SeededRandom): string {
  return random.pick(UNREADABLE);
}
