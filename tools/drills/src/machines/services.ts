import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';

/** The services of the machines, as in the tests. */
export const POSTGRES_URL = process.env['DATABASE_URL'] || 'postgres://root@127.0.0.1:5432/test';
export const REDIS_URL = process.env['REDIS_URL'] || 'redis://127.0.0.1:6379';

export async function query(sql: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  try {
    await client.query(sql, [...values]);
  } finally {
    await client.end();
  }
}

/** If a connection takes this long, the machine is so busy that a refusal is no violation: the servers give up after five seconds. */
const BUSY_MS = 500;
/** The servers' longest time for a statement, and a connection's. */
const BUSY_FOR_MS = 20_000;
const LOOK_EVERY_MS = 500;

/** Measures how long PostgreSQL takes for a connection and a query, past the links. */
export class PostgresPace {
  #longestMs = 0;
  #busyAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  /** Measures until {@link stop}. */
  async start(): Promise<void> {
    while (!this.#isStopped) {
      const began = performance.now();
      await query('select 1', []);
      const ms = performance.now() - began;
      this.#longestMs = Math.max(this.#longestMs, ms);
      if (ms >= BUSY_MS) this.#busyAt = performance.now();
      await delay(LOOK_EVERY_MS);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  get longestMs(): number {
    return Math.round(this.#longestMs);
  }

  /** Whether the machine is, or was a moment ago, so busy that a server may refuse a request for that alone. */
  get isBusy(): boolean {
    return performance.now() - this.#busyAt < BUSY_FOR_MS;
  }
}

/** Removes the keys with this prefix from Redis, and resolves to their number. */
export async function removeKeys(prefix: string): Promise<number> {
  const redis = new Redis(REDIS_URL);
  let removed = 0;
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
    if (keys.length > 0) removed += await redis.unlink(...keys);
  }
  redis.disconnect();
  return removed;
}

/** Names the service that is missing here, with the reason; undefined if both are there. */
export async function missingService(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 });
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  const reason = (service: string, address: string) => (error: unknown) =>
    `no ${service} at ${new URL(address).host}: ${error instanceof Error ? error.message : error}`;
  const missing = await client.connect().then(() => client.end(), reason('PostgreSQL', POSTGRES_URL));
  const redisMissing = await redis.connect().then(() => redis.disconnect(), reason('Redis', REDIS_URL));
  return missing ?? redisMissing ?? undefined;
}
