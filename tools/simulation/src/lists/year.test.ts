import { expect, it } from 'vitest';
import { simulatedYear } from './list-world.js';

it.each([
  ['the service', 'core', 2_000],
  ['HTTP', 'http', 400],
] as const)(
  'a list that is verified each month costs at most 15 percent of its first bill a month, over %s',
  async (_, way, rows) => {
    const { events, firstBill, months, mostShare } = await simulatedYear(way, rows);
    expect([firstBill, months.length]).toEqual([rows, 12]);
    expect(mostShare).toBeLessThanOrEqual(0.15);
    // Each month has the newer file, and a run, which tells something only if a number has become known since.
    const told = months.reduce((sum, { changed }) => sum + (changed > 0 ? 1 : 0), 0);
    expect(events).toBeGreaterThanOrEqual(12);
    expect(events).toBeLessThanOrEqual(12 + told);
  },
);
