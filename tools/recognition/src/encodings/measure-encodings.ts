import { isDialproofError, openPhoneFile } from '@dialproof/core';
import { createSeededRandom } from '@dialproof/generate';
import { seedOf } from '../lists/country-numbers.js';
import { encodedList, LETTER_CASES, type LetterCase } from './encoded-list.js';
import { type ListWords, listWords } from './list-words.js';

/** The outcomes of lists: `western` was wrongly taken for Windows-1252, `wrong` for another wrong encoding. */
const FATES = ['right', 'western', 'wrong', 'refused'] as const;
export type Fate = (typeof FATES)[number];

/** How the lists of one language in one encoding and in the same letters were read. */
export interface EncodingTally {
  readonly language: string;
  readonly encoding: string;
  readonly letters: LetterCase;
  readonly fates: Readonly<Record<Fate, number>>;
  /** The texts of some lists that were read in another encoding. */
  readonly wrong: readonly string[];
}

const ROWS = [3, 6, 12, 40];
const LISTS_OF_EACH = 6;

/** Measures `times` lists of `rows` rows for each language in each of its encodings. */
export async function measureEncodings(
  words: readonly ListWords[] = listWords(),
  rows: readonly number[] = ROWS,
  times = LISTS_OF_EACH,
): Promise<readonly EncodingTally[]> {
  const tallies: EncodingTally[] = [];
  for (const ofLanguage of words) {
    const cases = hasCapitals(ofLanguage) ? LETTER_CASES : (['as names are'] as const);
    for (const encoding of ofLanguage.encodings) {
      for (const letters of cases) tallies.push(await measure(ofLanguage, encoding, letters, rows, times));
    }
  }
  return tallies;
}

async function measure(
  words: ListWords,
  encoding: string,
  letters: LetterCase,
  rows: readonly number[],
  times: number,
): Promise<EncodingTally> {
  const fates = { right: 0, western: 0, wrong: 0, refused: 0 };
  const wrong: string[] = [];
  for (const count of rows) {
    for (let time = 0; time < times; time += 1) {
      const form = { letters, rows: count, hasEnglishHeader: time % 2 === 0 };
      const name = [words.language, encoding, letters, count, time].join(' ');
      const list = encodedList(words, encoding, form, createSeededRandom(seedOf(name)));
      if (list === undefined) continue;
      const read = await readList(list.bytes);
      const fate = fateOf(read, list.text);
      fates[fate] += 1;
      if (fate === 'wrong') wrong.push(`${name}, as ${read?.encoding}: ${JSON.stringify(read?.text)}`);
    }
  }
  return { language: words.language, encoding, letters, fates, wrong };
}

interface ReadList {
  readonly text: string;
  readonly encoding: string | null;
}

function fateOf(read: ReadList | undefined, text: string): Fate {
  if (read === undefined) return 'refused';
  if (read.text === text) return 'right';
  return read.encoding === 'windows-1252' ? 'western' : 'wrong';
}

/** The list as a task reads it; undefined if it is refused. */
async function readList(bytes: Buffer): Promise<ReadList | undefined> {
  try {
    const file = await openPhoneFile({ fileName: 'list.csv', content: bytes });
    const rows = [...file.skippedRows, ...(file.hasHeader ? [file.columns] : [])];
    for await (const { cells } of file.rows) rows.push(cells);
    return { text: rows.map((row) => `${row.join(',')}\n`).join(''), encoding: file.encoding };
  } catch (error) {
    if (isDialproofError(error)) return undefined;
    throw error;
  }
}

function hasCapitals({ names, locale }: ListWords): boolean {
  return names.toLocaleUpperCase(locale) !== names;
}
