import { ManualClock, newTaskId, type WorkOutcome } from '@dialproof/core';
import { taskQueueContract } from '@dialproof/testkit';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeOnPostgres, POSTGRES_URL, PostgresSchema } from '../test-databases.fixture.js';
import { PostgresTaskQueue } from './postgres-task-queue.js';

const NOTHING: WorkOutcome = { did: 'nothing', retryAfterMs: null };
const AN_HOUR_MS = 3_600_000;

async function subject() {
  const test = await PostgresSchema.create();
  onTestFinished(() => test.remove());
  return test;
}

/** A queue that does not poll by itself, and the number of its calls. */
async function started(
  test: PostgresSchema,
  options: { readonly concurrency?: number; readonly listens?: boolean } = {},
) {
  const queue = new PostgresTaskQueue({ database: await test.another(), maxIdleMs: AN_HOUR_MS, ...options });
  const seen = { calls: 0 };
  await queue.start(async () => {
    seen.calls += 1;
    return NOTHING;
  });
  onTestFinished(() => queue.stop());
  return { queue, seen };
}

describeOnPostgres('PostgresTaskQueue', () => {
  taskQueueContract({ describe, it }, async () => {
    const test = await PostgresSchema.create();
    const clock = new ManualClock();
    const queue = new PostgresTaskQueue({ database: test.database, clock, maxIdleMs: AN_HOUR_MS });
    return {
      queue,
      advance: async (ms) => clock.advance(ms),
      close: async () => {
        await queue.stop();
        await test.remove();
      },
    };
  });

  it('is woken by another process, also by one that does no work itself', async () => {
    const test = await subject();
    const { seen } = await started(test);
    const others = [await started(test), await started(test, { concurrency: 0 })];
    for (const { queue } of others) {
      const before = seen.calls;
      await queue.wake(newTaskId());
      await expect.poll(() => seen.calls).toBeGreaterThan(before);
    }
    expect(others[1]?.seen.calls).toBe(0);
  });

  it('is not woken where it does not listen', async () => {
    const test = await subject();
    const [deaf, hearing, other] = [
      await started(test, { listens: false }),
      await started(test),
      await started(test),
    ];
    await expect.poll(() => deaf.seen.calls).toBe(1);
    const before = hearing.seen.calls;
    await other.queue.wake(newTaskId());
    await expect.poll(() => hearing.seen.calls).toBeGreaterThan(before);
    expect(deaf.seen.calls).toBe(1);
  });

  it('listens again when the server has ended its connection, and looks for what it missed', async () => {
    const test = await subject();
    const { seen } = await started(test);
    const other = await started(test, { concurrency: 0 });
    await expect.poll(() => seen.calls).toBeGreaterThanOrEqual(2);
    const before = seen.calls;
    const client = new pg.Client({ connectionString: POSTGRES_URL });
    await client.connect();
    onTestFinished(() => client.end());
    const listening = `listen "dialproof_${test.schema}"`;
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where query = $1', [
      listening,
    ]);
    await expect.poll(() => seen.calls, { timeout: 10_000 }).toBeGreaterThan(before);
    const heard = seen.calls;
    await other.queue.wake(newTaskId());
    await expect.poll(() => seen.calls).toBeGreaterThan(heard);
  });

  it('refuses a wake that the database does not take, having woken its own process', async () => {
    const test = await subject();
    const database = await test.another();
    const queue = new PostgresTaskQueue({ database, maxIdleMs: AN_HOUR_MS, listens: false });
    let calls = 0;
    await queue.start(async () => {
      calls += 1;
      return NOTHING;
    });
    onTestFinished(() => queue.stop());
    await expect.poll(() => calls).toBe(1);
    await database.close();
    await expect(queue.wake(newTaskId())).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect.poll(() => calls).toBe(2);
  });

  it('refuses a concurrency that is none', async () => {
    const { database } = await subject();
    expect(() => new PostgresTaskQueue({ database, concurrency: 1.5 })).toThrow(RangeError);
  });
});
