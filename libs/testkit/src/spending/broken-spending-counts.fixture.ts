import { MemorySpendingCounts, type SpendingCounts } from '@dialproof/core';
import { type Broken, nextTurn, withFault } from '../runner/broken.fixture.js';
import type { SpendingCountsSubject } from './spending-counts-subject.js';

type BrokenSpendingCounts = Broken<SpendingCountsSubject>;

const ANY = Number.MAX_SAFE_INTEGER;

export async function correctSpendingCounts(): Promise<SpendingCountsSubject> {
  return { counts: new MemorySpendingCounts(), close: async () => {} };
}

/** Counts that do everything but this right. */
function brokenCounts(
  fault: string,
  caughtBy: string,
  make: (counts: SpendingCounts) => Partial<SpendingCounts>,
): BrokenSpendingCounts {
  const create = async () => {
    const counts: SpendingCounts = new MemorySpendingCounts();
    return { counts: withFault(counts, make(counts)), close: async () => {} };
  };
  return { fault, caughtBy, create };
}

const LIMIT = 'takes up to the limit, and nothing beyond it';
const AT_ONCE = 'never passes the limit, however many take at once';
const GIVES_BACK = 'gives back a taken amount';
const APART = 'keeps a day and the day before apart';

export const BROKEN_SPENDING_COUNTS: readonly BrokenSpendingCounts[] = [
  brokenCounts('passes the limit once', LIMIT, (counts) => ({
    async take(day, amount, limit) {
      const hasRoom = (await counts.spent(day)) < limit;
      return hasRoom && counts.take(day, amount, ANY);
    },
  })),
  brokenCounts('takes less than the limit', LIMIT, (counts) => ({
    take: (day, amount, limit) => counts.take(day, amount, limit - 1),
  })),
  brokenCounts('counts what it refuses', LIMIT, (counts) => ({
    async take(day, amount, limit) {
      const hasRoom = (await counts.spent(day)) + amount <= limit;
      await counts.take(day, amount, ANY);
      return hasRoom;
    },
  })),
  brokenCounts('does not compare the first amount', 'takes no first amount beyond the limit', (counts) => ({
    take: async (day, amount, limit) =>
      counts.take(day, amount, (await counts.spent(day)) === 0 ? ANY : limit),
  })),
  brokenCounts('keeps the first limit', 'goes by the limit of each call', (counts) => {
    let first: number | undefined;
    return {
      take(day, amount, limit) {
        first ??= limit;
        return counts.take(day, amount, first);
      },
    };
  }),
  brokenCounts('reads before it writes', AT_ONCE, (counts) => ({
    async take(day, amount, limit) {
      const hasRoom = (await counts.spent(day)) + amount <= limit;
      await nextTurn();
      return hasRoom && counts.take(day, amount, ANY);
    },
  })),
  brokenCounts('has 32 bits', 'takes large amounts exactly', (counts) => ({
    take: (day, amount, limit) => counts.take(day, amount | 0, limit | 0),
  })),
  brokenCounts('gives nothing back', GIVES_BACK, () => ({ giveBack: async () => {} })),
  brokenCounts('gives everything back', GIVES_BACK, (counts) => ({
    giveBack: async (day) => counts.giveBack(day, await counts.spent(day)),
  })),
  brokenCounts(
    'writes a sum that it has read',
    'loses nothing in concurrent takes and returns',
    (counts) => ({
      async giveBack(day, amount) {
        const sum = await counts.spent(day);
        await nextTurn();
        await counts.giveBack(day, await counts.spent(day));
        await counts.take(day, sum - amount, ANY);
      },
    }),
  ),
  brokenCounts('has one sum for all days', APART, (counts) => ({
    take: (_, amount, limit) => counts.take('every day', amount, limit),
    giveBack: (_, amount) => counts.giveBack('every day', amount),
    spent: () => counts.spent('every day'),
  })),
  brokenCounts('forgets a day when the next one begins', APART, (counts) => {
    let today = '';
    return {
      async take(day, amount, limit) {
        if (today !== '' && day > today) await counts.giveBack(today, ANY);
        today = day;
        return counts.take(day, amount, limit);
      },
    };
  }),
  {
    fault: 'forgets everything at a restart',
    caughtBy: 'remembers the sums when it is opened again',
    create: async () => ({
      counts: new MemorySpendingCounts(),
      reopen: async () => new MemorySpendingCounts(),
      close: async () => {},
    }),
  },
];
