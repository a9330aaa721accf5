import { ManualClock } from '@dialproof/core';
import { expect, it } from 'vitest';
import type { PostgresDatabase } from '../postgres-database.js';
import { PostgresRateStore } from './postgres-rate-store.js';

const REQUEST = { limits: [], weights: [1], maxWaitMs: 0, batchMs: 0, toleranceMs: 0 };

it('refuses leases until each one has its answer that was given up', async () => {
  const answers: ((row: { answer: number[] }) => void)[] = [];
  const first = () => new Promise((resolve) => answers.push(resolve));
  // The store uses only these.
  const database = {
    schema: 'rates',
    read: { first },
  } as unknown as PostgresDatabase;
  const clock = new ManualClock();
  const store = new PostgresRateStore({ database, name: 'upstream', clock });
  const asked = [store.lease(REQUEST), store.lease(REQUEST)];
  const refused = asked.map((lease) =>
    expect(lease).rejects.toMatchObject({ hint: 'the database did not answer within 500 ms' }),
  );
  clock.advance(499);
  expect(clock.pending).toBe(2);
  clock.advance(1);
  await Promise.all(refused);

  answers[0]?.({ answer: [0, 0] });
  await new Promise(setImmediate);
  await expect(store.lease(REQUEST)).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(answers).toHaveLength(2);

  answers[1]?.({ answer: [0, 0] });
  await new Promise(setImmediate);
  const lease = store.lease(REQUEST);
  answers[2]?.({ answer: [3, 3] });
  expect(await lease).toEqual({ waitMs: 3, delaysMs: [3] });
  expect(clock.pending).toBe(0);
});
