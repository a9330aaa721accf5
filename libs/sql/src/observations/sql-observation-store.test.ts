import { join } from 'node:path';
import { normalizePhone, type Observation } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { SqlObservationStore } from './sql-observation-store.js';

const NOON = Date.UTC(2026, 10, 20, 12);
const NUMBER = normalizePhone('+14155552671');

const seen = (count: number): readonly Observation[] =>
  Array.from({ length: count }, (_, index) => ({
    number: normalizePhone(`+4479460${10_000 + index}`),
    app: 'whatsapp',
    seenAt: NOON + index,
    source: 'import',
  }));

describe('SqlObservationStore', () => {
  // Sizes around each size of a group, and around the limit of one write.
  it.each([1, 3, 4, 5, 16, 17, 64, 255, 256, 257, 511, 1_024, 4_999, 5_000, 5_001])(
    'records and finds %d at once',
    async (count) => {
      const store = new SqlObservationStore({ database: await temporaryDatabase() });
      const observations = seen(count);

      await store.record(observations);

      const found = await store.find(
        observations.map(({ number }) => number),
        NOON,
      );
      expect(found.toSorted((one, other) => one.seenAt - other.seenAt)).toEqual(observations);
    },
  );

  it('removes more in one call than one write takes', async () => {
    const store = new SqlObservationStore({ database: await temporaryDatabase() });
    await store.record(seen(5_500));

    expect(await store.expire({ before: NOON + 5_400, limit: 5_300 })).toBe(5_300);
    expect(await store.expire({ before: NOON + 5_400, limit: 5_300 })).toBe(100);
    expect(await store.expire({ before: NOON + 5_400, limit: 5_300 })).toBe(0);
  });

  it('shares observations with other connections to the file', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const stores = [
      new SqlObservationStore({ database: await temporaryDatabase(file) }),
      new SqlObservationStore({ database: await temporaryDatabase(file) }),
    ] as const;
    const first: Observation = { number: NUMBER, app: 'whatsapp', seenAt: NOON, source: 'import' };
    const times = Array.from({ length: 20 }, (_, index) => NOON + ((index * 7) % 20));

    await Promise.all(
      times.map((seenAt, index) => stores[index % 2 === 0 ? 0 : 1].record([{ ...first, seenAt }])),
    );

    for (const store of stores)
      expect(await store.find([first.number], 0)).toEqual([{ ...first, seenAt: NOON + 19 }]);
  });
});
