import { readFileSync } from 'node:fs';
import type { SeededRandom } from '@dialproof/generate';
import iconv from 'iconv-lite';

/** The words from which lists of one language are made. */
export interface ListWords {
  readonly language: string;
  /** The BCP 47 tag by whose rules its letters become capitals: Turkish has İ, and Greek capitals have no accents. */
  readonly locale: string;
  /** The legacy encodings, by their WHATWG names, in which such lists come. */
  readonly encodings: readonly string[];
  /** Headers of a name, a phone and a town. */
  readonly header: readonly [name: string, phone: string, town: string];
  /** Given names and family names, separated by spaces: common ones, with and without accents. */
  readonly names: string;
  readonly towns: string;
}

const FILE = new URL('../../languages.json', import.meta.url);

/** The words of `languages.json`. */
export function listWords(): readonly ListWords[] {
  // The file belongs to the repository, and the tests read each of its entries in this form.
  return JSON.parse(readFileSync(FILE, 'utf8')) as readonly ListWords[];
}

/** The letter cases in which lists are written. */
export const LETTER_CASES = ['as names are', 'in capitals', 'in small letters'] as const;
export type LetterCase = (typeof LETTER_CASES)[number];

/** A list with its true encoding and language. */
export interface EncodedList {
  readonly text: string;
  readonly bytes: Buffer;
}

export interface ListForm {
  readonly letters: LetterCase;
  readonly rows: number;
  /** Whether the header is in English, which is ASCII, and not in the language of the list. */
  readonly hasEnglishHeader: boolean;
}

/** The cells of a list's rows: full rows, last names alone, or towns alone. */
type RowForm = 'full' | 'last name' | 'town';
const ROW_FORMS: readonly RowForm[] = ['full', 'full', 'last name', 'town'];

const ENGLISH_HEADER = ['name', 'phone', 'town'] as const;

/** The names in iconv-lite of encodings that it does not know by their WHATWG names. */
const ICONV_NAMES: Readonly<Record<string, string>> = { 'x-mac-cyrillic': 'maccyrillic' };

/**
 * Makes a list of random names and towns of a language. Undefined where the encoding lacks one of its letters, and where all of it is
 * ASCII, which does not show the encoding.
 */
export function encodedList(
  words: ListWords,
  encoding: string,
  form: ListForm,
  random: SeededRandom,
): EncodedList | undefined {
  const names = words.names.split(' ');
  const towns = words.towns.split(' ');
  const rowForm = random.pick(ROW_FORMS);
  const rows = Array.from({ length: form.rows }, (_, row) => {
    const phone = `+41446681${100 + row}`;
    if (rowForm === 'town') return [random.pick(towns), phone];
    if (rowForm === 'last name') return [random.pick(names), phone, random.pick(towns)];
    return [`${random.pick(names)} ${random.pick(names)}`, phone, random.pick(towns)];
  });
  const [name, phone, town] = form.hasEnglishHeader ? ENGLISH_HEADER : words.header;
  const header = rowForm === 'town' ? [town, phone] : [name, phone, town];
  const written = [header, ...rows].map((cells) => `${cells.join(',')}\n`).join('');
  const text = inCase(written, form.letters, words.locale);
  const bytes = iconv.encode(text, ICONV_NAMES[encoding] ?? encoding);
  const isWhole = iconv.decode(bytes, ICONV_NAMES[encoding] ?? encoding) === text;
  return isWhole && bytes.some((byte) => byte >= 0x80) ? { text, bytes } : undefined;
}

function inCase(text: string, letters: LetterCase, locale: string): string {
  switch (letters) {
    case 'as names are':
      return text;
    case 'in capitals':
      return text.toLocaleUpperCase(locale);
    case 'in small letters':
      return text.toLocaleLowerCase(locale);
    default:
      return letters satisfies never;
  }
}
