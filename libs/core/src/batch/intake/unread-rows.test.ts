import { describe, expect, it } from 'vitest';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import type { SubmitRequest } from './submit.js';

/** The last 300 rows are like the first hundred. */
const rows = (cell: (row: number) => string) =>
  `Name,Phone\n${Array.from({ length: 400 }, (_, row) => `Ada,"${cell(row)}"\n`).join('')}`;

async function notesOf(text: string, reading: Partial<SubmitRequest> = {}) {
  const { submitCsv, workToEnd } = await trialService();
  const { file } = await workToEnd(await submitCsv(text, reading));
  return file.notes.map(({ code, rows: unreadRows }) => [code, unreadRows]);
}

const national = (row: number) => `0171 ${1_234_567 + row}`;
const local = (row: number) => `26${481_100 + row}`;

it.each<[string, string, Partial<SubmitRequest>, readonly unknown[]]>([
  [
    'several numbers, where the first one is clear',
    rows((row) =>
      row % 4 === 0
        ? '+49 30 26481100'
        : row % 4 === 1
          ? '+49 30 26481100-110'
          : `+49 ${national(row).slice(1)}; +49 30 26481100`,
    ),
    {},
    [['several_numbers', 200]],
  ],
  ['national numbers', rows((row) => (row % 2 ? national(row) : '')), {}, [['country_needed', 200]]],
  [
    'national numbers among many others, or behind the first rows',
    rows((row) => (row % 50 === 49 ? national(row) : `+44 7700 9${10_000 + row}`)),
    {},
    [['country_needed', 8]],
  ],
  [
    'one in a hundred and less, which may be slips',
    rows((row) => (row % 134 === 133 ? national(row) : `+44 7700 9${10_000 + row}`)),
    {},
    [],
  ],
  ['local numbers', rows(local), { defaultCountry: 'DE' }, [['numbers_without_area_code', 400]]],
  [
    'local numbers behind the first rows',
    rows((row) => (row < 300 ? `030 ${local(row)}` : local(row))),
    { defaultCountry: 'DE' },
    [['numbers_without_area_code', 100]],
  ],
  [
    'several numbers behind the first rows',
    rows((row) => (row < 300 ? national(row) : `${national(row)}; ${national(row + 400)}`)),
    { defaultCountry: 'DE' },
    [['several_numbers', 100]],
  ],
  [
    'rows above the header',
    `Members\n\n${rows((row) => `+49 ${national(row).slice(1)}`)}`,
    {},
    [['lines_skipped', undefined]],
  ],
])(
  'the note has the rows of the whole file that its setting may gain: %s',
  async (_, text, reading, expected) => {
    expect(await notesOf(text, reading)).toEqual(expected);
  },
);

it('notes national numbers that come only after the first rows of a file', async () => {
  const { submitCsv, workToEnd } = await trialService();
  const text = rows((row) => (row < 300 ? `+44 7700 9${10_000 + row}` : national(row)));
  const { file } = await workToEnd(await submitCsv(text));
  expect(file.notes.map(({ hint }) => hint)).toEqual([
    expect.stringMatching(/^100 rows have digits in the column "Phone" .*such as "0171 1234867"/),
  ]);
});

describe('the country', () => {
  const abroad = (row: number) => `+44 7700 9${10_000 + row}`;
  const german = (row: number) => `+49 ${national(row).slice(1)}`;
  const countriesIn = async (text: string) => {
    const { service } = await trialService();
    const { file } = await service.preview({
      accountId: ALICE,
      fileName: 'a.csv',
      content: Buffer.from(text),
    });
    return file.notes.map(({ code, country }) => [code, country]);
  };

  it.each<[string, (row: number) => string, string | undefined]>([
    ['which the cells may be of', (row) => (row % 3 === 0 ? german(row) : national(row)), 'DE'],
    ['which is unclear', (row) => [german, abroad, national, national][row % 4]?.(row) ?? '', undefined],
    ['whose numbers the cells are not', (row) => (row % 3 === 0 ? abroad(row) : '171 1234'), undefined],
    ['of a few guests', (row) => (row % 100 === 0 ? german(row) : `07700 9${10_000 + row}`), undefined],
    ['where there are no other numbers', national, undefined],
  ])('of most other numbers stands in the note on cells without one: %s', async (_, cell, country) => {
    expect(await countriesIn(rows(cell))).toContainEqual(['country_needed', country]);
  });

  it.each<[string, string, (row: number) => string, string | undefined]>([
    [
      'although most numbers are of another',
      'Germany',
      (row) => (row % 3 ? abroad(row) : national(row)),
      'DE',
    ],
    ['whose phones are not of it', 'Norway', (row) => (row % 3 ? national(row) : german(row)), 'DE'],
  ])('that most rows name comes first: %s', async (_, named, cell, country) => {
    // The header does not name phones, so the column of countries is not used.
    const lines = Array.from({ length: 400 }, (_, row) => `Ada,${cell(row)},${named}`);
    const text = ['Name,Contact,Country', ...lines].join('\n');
    expect(await countriesIn(text)).toContainEqual(['country_needed', country]);
  });
});
