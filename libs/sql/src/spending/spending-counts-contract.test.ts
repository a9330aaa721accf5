import { spendingCountsContract } from '@dialproof/testkit';
import { describe, expect, it } from 'vitest';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlSpendingCounts } from './sql-spending-counts.js';

describeOnEachDatabase('SqlSpendingCounts', (create) => {
  spendingCountsContract({ describe, it }, async () => {
    const file = await create();
    return {
      counts: new SqlSpendingCounts({ database: file.database, name: 'test' }),
      reopen: async () => new SqlSpendingCounts({ database: await file.reopen(), name: 'test' }),
      close: () => file.remove(),
    };
  });

  it('counts budgets of different names apart', async () => {
    const database = await temporaryDatabase();
    const one = new SqlSpendingCounts({ database, name: 'one' });
    const other = new SqlSpendingCounts({ database, name: 'other' });
    await one.take('2026-01-31', 5, 10);
    expect(await other.spent('2026-01-31')).toBe(0);
  });

  it('never falls below 0', async () => {
    const counts = new SqlSpendingCounts({ database: await temporaryDatabase(), name: 'test' });
    await counts.take('2026-01-31', 5, 10);
    await counts.giveBack('2026-01-31', 6);
    expect(await counts.spent('2026-01-31')).toBe(0);
  });

  it('forgets a sum a month after its day', async () => {
    const counts = new SqlSpendingCounts({ database: await temporaryDatabase(), name: 'test' });
    for (const day of ['2026-01-30', '2026-01-31', '2026-03-03']) await counts.take(day, 5, 10);
    expect(
      await Promise.all(['2026-01-30', '2026-01-31', '2026-03-03'].map((day) => counts.spent(day))),
    ).toEqual([0, 5, 5]);
  });

  it('refuses a name that is none', async () => {
    const database = await temporaryDatabase();
    expect(() => new SqlSpendingCounts({ database, name: 'x'.repeat(41) })).toThrow(RangeError);
  });
});
