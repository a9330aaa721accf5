import { randomUUID } from 'node:crypto';
import { RedisRateCounters, RedisRateStore } from '@dialproof/bullmq/rates';
import type { RateStore } from '@dialproof/core';
import { memoryCounter, type RateCounter } from '@dialproof/http';
import { openPostgresDatabase, PostgresRateCounters, PostgresRateStore } from '@dialproof/sql/postgres';
import { MemoryRateStore } from '@dialproof/testkit/memory';
import pg from 'pg';
import { spread } from '../statistics.js';

const ROUNDS = 3;
const ROUND_MS = 1_000;
/** The number of processes. Each asks for one lease after another. */
const ASKERS = 4;
/** The calls in one lease at a rate of 2,000 calls a second. */
const CALLS_IN_A_LEASE = 400;
const CALLERS = 200;
const POLICY = { name: 'verify', requests: 1_000_000_000, seconds: 3_600 } as const;

interface Place {
  readonly name: string;
  readonly store: RateStore;
  readonly counter: RateCounter;
}

/** Reserved calls a second, and counted requests a second of one account, in memory, Redis and PostgreSQL alternately. */
export async function benchSharedRates(): Promise<void> {
  const url = process.env['DATABASE_URL'] || 'postgres://root@127.0.0.1:5432/test';
  const connection = process.env['REDIS_URL'] || 'redis://127.0.0.1:6379';
  const schema = `bench_${randomUUID().replaceAll('-', '')}`;
  const database = await openPostgresDatabase({ url, schema });
  const redis = { connection, prefix: schema };
  const redisStore = new RedisRateStore({ ...redis, name: 'bench' });
  const redisCounters = new RedisRateCounters(redis);
  const places: readonly Place[] = [
    { name: 'memory', store: new MemoryRateStore(), counter: memoryCounter(POLICY) },
    { name: 'Redis', store: redisStore, counter: redisCounters.counter(POLICY) },
    {
      name: 'PostgreSQL',
      store: new PostgresRateStore({ database, name: 'bench' }),
      counter: new PostgresRateCounters({ database }).counter(POLICY),
    },
  ];
  try {
    // Opens the connections and begins the windows.
    for (const { counter } of places) {
      while (!(await counter.consume('ann').catch(() => undefined))) await new Promise(setImmediate);
    }
    await inTurn(
      `calls reserved a second, ${CALLS_IN_A_LEASE} in a lease, ${ASKERS} leases at once`,
      places,
      reserved,
    );
    await inTurn('leases a second, 1 call in each', places, ({ store }) => leased(store, 1));
    await inTurn(`counts a second of one account, ${CALLERS} callers`, places, ({ counter }) =>
      counted(counter, CALLERS),
    );
    await inTurn(
      'milliseconds a count, 1 caller',
      places,
      async ({ counter }) => 1_000 / (await counted(counter, 1)),
      2,
    );
    await inTurn('microseconds of this process a count', places, processorTime, 1);
  } finally {
    redisStore.close();
    redisCounters.close();
    await database.close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`drop schema "${schema}" cascade`);
    await client.end();
  }
}

async function inTurn(
  what: string,
  places: readonly Place[],
  measure: (place: Place) => Promise<number>,
  digits = 0,
): Promise<void> {
  const figures = places.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, place] of places.entries()) figures[index]?.push(await measure(place));
  }
  console.log(what);
  for (const [index, { name }] of places.entries()) {
    console.log(`  ${name.padEnd(10)}  ${spread(figures[index] ?? [], digits)}`);
  }
}

async function reserved({ store }: Place): Promise<number> {
  return CALLS_IN_A_LEASE * (await leased(store, CALLS_IN_A_LEASE));
}

/** Leases a second. The limit is so high that the last reserved call begins at most one lease after the present. */
function leased(store: RateStore, calls: number): Promise<number> {
  const request = {
    limits: [{ name: 'perSecond', limit: 1_000_000_000, windowMs: 1_000, isSpread: true }],
    weights: Array.from({ length: calls }, () => 1),
    maxWaitMs: 5_000,
    batchMs: 200,
    toleranceMs: 100,
  };
  return perSecond(ASKERS, () => store.lease(request));
}

function counted(counter: RateCounter, callers: number): Promise<number> {
  return perSecond(callers, () => counter.consume('ann'));
}

async function processorTime({ counter }: Place): Promise<number> {
  const before = process.cpuUsage();
  const began = performance.now();
  const rate = await counted(counter, CALLERS);
  const { system, user } = process.cpuUsage(before);
  return (user + system) / (rate * ((performance.now() - began) / 1_000));
}

async function perSecond(callers: number, call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const end = began + ROUND_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        // A call that took too long is useless to its caller, and does not count.
        const isDone = await call().then(
          () => true,
          () => false,
        );
        if (isDone) done += 1;
        // Counting in memory would block the event loop for ever.
        if (done % 10 === 0 || !isDone) await new Promise(setImmediate);
      }
    }),
  );
  return done / ((performance.now() - began) / 1_000);
}
