import { createSeededRandom } from '@dialproof/generate';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { encodedList } from './encoded-list.js';
import { encodingsSum, encodingsTable } from './encodings-table.js';
import { type ListWords, listWords } from './list-words.js';
import { measureEncodings } from './measure-encodings.js';

const LIST_WORDS = listWords();

const FORM = { letters: 'in capitals', rows: 12, hasEnglishHeader: false } as const;

/** The languages in one of their encodings alone. */
function inEncoding(encoding: string): readonly ListWords[] {
  return LIST_WORDS.filter(({ encodings }) => encodings.includes(encoding)).map((words) => ({
    ...words,
    encodings: [encoding],
  }));
}

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
    const tallies = await measureEncodings(inEncoding(encoding), [40], 2);
    expect(tallies.flatMap(({ wrong }) => wrong)).toEqual([]);
    for (const { fates } of tallies) expect(fates).toMatchObject({ western: 0, wrong: 0, refused: 0 });
  });
});

describe('the tables', () => {
  it('tell what became of the lists', () => {
    const fates = { right: 5, western: 2, wrong: 1, refused: 4 };
    const tally = {
      language: 'Klingon',
      encoding: 'cp1',
      letters: 'in capitals',
      fates,
      wrong: ['x'],
    } as const;
    expect(encodingsTable([tally]).at(-1)).toBe(
      '| Klingon | cp1 |  | 5 of 12, 4 refused, 2 as windows-1252, 1 wrong |  |',
    );
    expect(encodingsSum([tally])).toContain(
      'in capitals: 5 of 12 read as written, 4 refused, 2 taken for windows-1252, 1 for another one',
    );
  });
});
