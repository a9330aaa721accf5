import { readPhoneCell } from '@dialproof/core';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { makeDrillFile } from './drill-file.js';

const OPTIONS = { name: 'a.csv', type: 'csv', rows: 2_000, seed: 3, hasFailures: true } as const;

describe('makeDrillFile', () => {
  it('knows what has to come of its rows', async () => {
    const { bytes, cells, charged, held, statuses } = await makeDrillFile(OPTIONS);
    expect(parse(bytes)).toEqual(cells);
    expect(statuses).toHaveLength(2_000);
    // Credits are held for duplicates, but not charged.
    expect(charged).toBeLessThan(held);
    expect(held).toBeLessThan(2_000);
    const statusOf = (phone: string) => statuses[cells.findIndex((row) => row[3] === phone) - 1];
    expect(statusOf('n/a')).toBe('unknown');
    expect(statusOf('+14155550100')).toBe('wa_registered');
    expect(statusOf('+14155550103')).toBe('inactive');
  });

  it('charges each number once, and nothing for those whose check fails', async () => {
    const { cells, charged, held, statuses } = await makeDrillFile(OPTIONS);
    const numbers = cells.slice(1).flatMap((row) => readPhoneCell(row[3] ?? '') ?? []);
    const failing = ['+19995556000', '+19995556001'];
    for (const phone of failing) {
      expect(statuses[cells.findIndex((row) => row[3] === phone) - 1]).toBe('unknown');
    }
    expect(held).toBe(numbers.length);
    expect(charged).toBe(new Set(numbers).size - failing.length);
  });
});
