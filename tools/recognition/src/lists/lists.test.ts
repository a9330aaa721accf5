import { Readable } from 'node:stream';
import {
  accountId,
  createVerificationService,
  MemoryCreditLedger,
  MemoryNumberChecker,
  MemoryTaskStore,
} from '@dialproof/core';
import { createSeededRandom } from '@dialproof/generate';
import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../trial-countries.fixture.js';
import { countryNumbers } from './country-numbers.js';
import { listFile } from './list-file.js';
import { LIST_KINDS } from './list-kinds.js';
import { cellText } from './lists-table.js';
import { measureKind } from './measure-lists.js';
import type { ListReading } from './number-list.js';
import { readList } from './read-list.js';

/** What a task makes of a list: the column, and the rows that carry a number. */
async function submitted(
  rows: readonly (readonly string[])[],
  { areaCode, defaultCountry, severalNumbers }: ListReading,
): Promise<{ readonly column: number; readonly numbers: number }> {
  const ledger = new MemoryCreditLedger();
  const checker = new MemoryNumberChecker();
  const service = createVerificationService({ store: new MemoryTaskStore(), ledger, checker, queue: null });
  const alice = accountId('alice');
  await ledger.grant(alice, rows.length);
  const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
  const { credits, file } = await service.submit({
    accountId: alice,
    fileName: 'list.csv',
    content: Readable.from([Buffer.from(text)]),
    ...(defaultCountry === undefined ? {} : { defaultCountry }),
    ...(areaCode === undefined ? {} : { defaultAreaCode: areaCode }),
    ...(severalNumbers === undefined ? {} : { severalNumbers }),
  });
  await service.close();
  return { column: file.phoneColumn.index, numbers: credits.held };
}

/** A column is judged by what it holds: fewer rows judge it worse, and take less time. */
const ROWS = 40;
/** Each kind of list is made of every tenth country, other ones for each kind; the command makes all. */
const KINDS_TO_EVERY_COUNTRY = 10;

const numbers = COUNTRIES.map((country) => countryNumbers(country));
const SUBMITTED = numbers.filter(({ country }) => ['DE', 'US', 'IT'].includes(country));

describe('the numbers of a country', () => {
  it.each(numbers.map((one) => [one.country, one] as const))('are many, in %s', (_, { fixed, mobile }) => {
    expect(Math.min(fixed.length, mobile.length)).toBeGreaterThan(20);
  });

  it('are the same in every run', () => {
    expect(countryNumbers('DE')).toEqual(numbers.find(({ country }) => country === 'DE'));
  });
});

const held = LIST_KINDS.filter(({ openBecause }) => openBecause === undefined);

describe.each(held.map((kind, turn) => [kind.name, kind, turn] as const))('a list: %s', (_, kind, turn) => {
  it('is read as the numbers that are meant, or not at all', async () => {
    const some = numbers.filter((__, index) => (index + turn) % KINDS_TO_EVERY_COUNTRY === 0);
    const { wrong } = await measureKind(kind, some, ROWS);
    expect(wrong.map(cellText)).toEqual([]);
  });
});

describe('a list', () => {
  it.each(LIST_KINDS.map((kind, turn) => [kind.name, kind, turn] as const))(
    'is read as a task reads it: %s',
    async (_, kind, turn) => {
      const random = createSeededRandom(1);
      // The remainder is inside of the countries.
      const ofCountry = SUBMITTED[turn % SUBMITTED.length] as (typeof SUBMITTED)[number];
      const made = kind.make(ofCountry, random);
      if (made === undefined) return;
      const file = listFile(kind, made.cells, ofCountry.country, { random, turn: kind.name.length });
      const { column, read } = await readList(file, made.reading);
      const numbers = read.filter((number) => number !== undefined).length;
      expect(await submitted(file.rows, made.reading)).toEqual({ column, numbers });
    },
  );
});
