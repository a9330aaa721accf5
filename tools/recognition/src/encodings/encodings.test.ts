import { isDialproofError, openPhoneFile } from '@dialproof/core';
import { createSeededRandom } from '@dialproof/generate';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { seedOf } from '../lists/country-numbers.js';
import { encodedList, LETTER_CASES, listWords } from './encoded-list.fixture.js';

const LIST_WORDS = listWords();

const FORM = { letters: 'in capitals', rows: 12, hasEnglishHeader: false } as const;

describe('a list', () => {
  it.each(
    LIST_WORDS.flatMap((words) =>
      words.encodings.map((encoding) => [words.language, encoding, words] as const),
    ),
  )('can be made, and is the same in every run: %s in %s', (_, encoding, words) => {
    // Some letters of a language may be missing in an encoding, but not of every list.
    const lists = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      encodedList(words, encoding, FORM, createSeededRandom(seed)),
    );
    expect(lists.some((list) => list !== undefined)).toBe(true);
    expect(lists).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => encodedList(words, encoding, FORM, createSeededRandom(seed))),
    );
  });

  it('has capitals by the rules of its language', () => {
    const turkish = LIST_WORDS.filter(({ language }) => language === 'Turkish');
    const text = turkish
      .map((words) => encodedList(words, 'windows-1254', FORM, createSeededRandom(1))?.text)
      .join('');
    expect(text).toContain('ŞEHİR');
    expect(iconv.encode(text, 'windows-1254').includes(0xdd)).toBe(true);
  });
});

describe('lists of forty rows', () => {
  it.each([
    'windows-1251',
    'koi8-r',
    'koi8-u',
    'iso-8859-5',
    'windows-1252',
    'windows-1255',
    'windows-1256',
    'windows-874',
  ])('are read as written, in capitals too: %s', async (encoding) => {
    const misread: string[] = [];
    for (const words of LIST_WORDS.filter(({ encodings }) => encodings.includes(encoding))) {
      const hasCapitals = words.names.toLocaleUpperCase(words.locale) !== words.names;
      for (const letters of hasCapitals ? LETTER_CASES : (['as names are'] as const)) {
        for (const hasEnglishHeader of [true, false]) {
          const form = { letters, rows: 40, hasEnglishHeader };
          const name = [words.language, encoding, letters, 40, hasEnglishHeader ? 0 : 1].join(' ');
          const list = encodedList(words, encoding, form, createSeededRandom(seedOf(name)));
          if (list !== undefined && (await textOf(list.bytes)) !== list.text) misread.push(name);
        }
      }
    }
    expect(misread).toEqual([]);
  });
});

/** The text as a task reads it. Undefined if the file is refused. */
async function textOf(content: Buffer): Promise<string | undefined> {
  try {
    const file = await openPhoneFile({ fileName: 'list.csv', content });
    const rows = [...file.skippedRows, ...(file.hasHeader ? [file.columns] : [])];
    for await (const { cells } of file.rows) rows.push(cells);
    return rows.map((row) => `${row.join(',')}\n`).join('');
  } catch (error) {
    if (isDialproofError(error)) return undefined;
    throw error;
  }
}
