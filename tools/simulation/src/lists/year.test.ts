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
    const changed = months.reduce((sum, { told }) => sum + (told.changed > 0 ? 1 : 0), 0);
    expect(events).toBeGreaterThanOrEqual(12);
    expect(events).toBeLessThanOrEqual(12 + changed);
    // Of numbers that came and went, those of a customer with a key of its own are told as one change.
    // In the first month, only customers who share one get another number.
    expect(months.map(({ told }) => told.replaced > 0)).toEqual(months.map((_, month) => month > 0));
    for (const { told } of months) expect(told.came).toBe(told.went);
  },
);
