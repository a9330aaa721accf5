import type { RateLeaseRequest } from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import { withPostgres } from '../../../../../tools/tests/services/postgres.fixture.js';
import { describeOnPostgres, PostgresSchema } from '../../test-databases.fixture.js';
import { PostgresRateStore } from '../index.js';
import { ageLeases } from './age-leases.fixture.js';

const HOUR_MS = 3_600_000;
const PER_HOUR = { name: 'perHour', limit: 10, windowMs: HOUR_MS, isSpread: true };
const REQUEST: RateLeaseRequest = {
  limits: [PER_HOUR],
  weights: [1],
  maxWaitMs: 10 * HOUR_MS,
  batchMs: HOUR_MS,
  toleranceMs: 0,
};

async function schemaOfTest(): Promise<PostgresSchema> {
  const test = await PostgresSchema.create();
  onTestFinished(() => test.remove());
  return test;
}

describeOnPostgres('PostgresRateStore', () => {
  it('keeps the limits of different upstreams apart, and remembers them when it is opened again', async () => {
    const test = await schemaOfTest();
    const storeOf = (name: string) => new PostgresRateStore({ database: test.database, name });
    await storeOf('twilio').lease(REQUEST);
    expect((await storeOf('infobip').lease(REQUEST)).waitMs).toBe(1_000);
    await test.reopen();
    expect((await storeOf('twilio').lease(REQUEST)).waitMs).toBeGreaterThan(HOUR_MS / 20);
  });

  it('is held up by no clock of the server that was set back', async () => {
    const test = await schemaOfTest();
    const store = new PostgresRateStore({ database: test.database, name: 'twilio' });
    await store.lease(REQUEST);
    // As if the clock had been a day ahead until now.
    await ageLeases(test.schema, -24 * HOUR_MS);
    await withPostgres((client) =>
      client.query(`update "${test.schema}".rate_leases set asked_at = asked_at + $1`, [24 * HOUR_MS]),
    );
    const { waitMs } = await store.lease(REQUEST);
    expect(waitMs).toBeGreaterThan(HOUR_MS / 20);
    expect(waitMs).toBeLessThanOrEqual(HOUR_MS / 10 + 1_000);
  });

  it('keeps a log of a hundred grains, however many calls there are', async () => {
    const test = await schemaOfTest();
    const store = new PostgresRateStore({ database: test.database, name: 'twilio' });
    const limits = [{ ...PER_HOUR, limit: 100_000 }];
    for (let lease = 0; lease < 5; lease += 1) {
      await store.lease({ ...REQUEST, limits, weights: Array(500).fill(1) });
    }
    const { rows } = await withPostgres((client) =>
      client.query(`select log_at from "${test.schema}".rate_leases`),
    );
    expect(rows[0].log_at.length).toBeLessThanOrEqual(4);
  });

  it('rejects while a lock keeps it from answering, and goes on afterwards', async () => {
    const test = await schemaOfTest();
    const store = new PostgresRateStore({ database: test.database, name: 'twilio' });
    await store.lease(REQUEST);
    await withPostgres(async (client) => {
      await client.query('begin');
      await client.query(`select 1 from "${test.schema}".rate_leases for update`);
      await expect(store.lease(REQUEST)).rejects.toMatchObject({ code: 'storage_unavailable' });
      await client.query('rollback');
    });
    expect((await store.lease(REQUEST)).delaysMs).toHaveLength(1);
  });

  it.each(['', 'a\0b', 'x'.repeat(101)])('refuses the name %j', async (name) => {
    const { database } = await schemaOfTest();
    expect(() => new PostgresRateStore({ database, name })).toThrow(RangeError);
  });
});
