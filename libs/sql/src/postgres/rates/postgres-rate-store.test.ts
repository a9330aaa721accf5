import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { postgresBuilder } from '../postgres-builder.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { PostgresRateStore } from './postgres-rate-store.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const REQUEST = { limits: [], weights: [1], maxWaitMs: 0, batchMs: 0, toleranceMs: 0 };

it('refuses leases until each one has its answer that was given up', async () => {
  const answers: ((row: { answer: number[] }) => void)[] = [];
  const first = () => new Promise((resolve) => answers.push(resolve));
  // The store reads by these alone.
  const database = {
    builder: postgresBuilder('rates'),
    schema: 'rates',
    read: { first },
  } as unknown as PostgresDatabase;
  const store = new PostgresRateStore({ database, name: 'upstream' });
  const givenUp = Promise.allSettled([store.lease(REQUEST), store.lease(REQUEST)]);
  await vi.advanceTimersByTimeAsync(500);
  expect(await givenUp).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);

  answers[0]?.({ answer: [0, 0] });
  await vi.advanceTimersByTimeAsync(0);
  await expect(store.lease(REQUEST)).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(answers).toHaveLength(2);

  answers[1]?.({ answer: [0, 0] });
  await vi.advanceTimersByTimeAsync(0);
  const lease = store.lease(REQUEST);
  answers[2]?.({ answer: [3, 3] });
  expect(await lease).toEqual({ waitMs: 3, delaysMs: [3] });
});
