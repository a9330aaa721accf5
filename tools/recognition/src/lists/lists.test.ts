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

const numbers = COUNTRIES.map((country) => countryNumbers(country));

describe('the numbers of a country', () => {
  it.each(numbers.map((one) => [one.country, one] as const))('are many, in %s', (_, { fixed, mobile }) => {
    expect(Math.min(fixed.length, mobile.length)).toBeGreaterThan(20);
  });

  it('are the same in every run', () => {
    expect(countryNumbers('DE')).toEqual(numbers.find(({ country }) => country === 'DE'));
  });
});

const held = LIST_KINDS.filter(({ openBecause }) => openBecause === undefined);

describe.each(held.map((kind) => [kind.name, kind] as const))('a list: %s', (_, kind) => {
  it('is read as the numbers that are meant, or not at all', async () => {
    const { wrong } = await measureKind(kind, numbers, ROWS);
    expect(wrong.map(cellText)).toEqual([]);
  });
});

describe.each(['DE', 'US', 'IT'] as const)('lists of %s', (country) => {
  it.each(LIST_KINDS.map((kind) => [kind.name, kind] as const))(
    'are read as a task reads them: %s',
    async (_, kind) => {
      const random = createSeededRandom(1);
      const made = kind.make(countryNumbers(country), random);
      if (made === undefined) return;
      const file = listFile(kind, made.cells, country, { random, turn: kind.name.length });
      const { column, read } = await readList(file, made.reading);
      const numbers = read.filter((number) => number !== undefined).length;
      expect(await submitted(file.rows, made.reading)).toEqual({ column, numbers });
    },
  );
});
