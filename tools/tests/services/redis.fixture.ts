import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describe, onTestFinished } from 'vitest';

/** The address of the tests' Redis. */
export const REDIS_URL = process.env['REDIS_URL'] || 'redis://127.0.0.1:6379';

/** Why tests that need Redis are skipped, undefined where there is one. */
const REDIS_MISSING = await whyNoRedis();

export function describeOnRedis(subject: string, tests: () => void): void {
  const isMissing = REDIS_MISSING !== undefined;
  describe.skipIf(isMissing)(isMissing ? `${subject} (${REDIS_MISSING})` : subject, tests);
}

/** A prefix that nobody else uses. Its keys are removed after the test. */
export function prefixOfTest(): string {
  const prefix = `test-${randomUUID()}`;
  onTestFinished(() => removeKeys(prefix));
  return prefix;
}

/** A connection that is closed after the test. */
export function clientOfTest(url = REDIS_URL): Redis {
  const client = new Redis(url);
  onTestFinished(() => client.disconnect());
  return client;
}

/** Removes all keys of a prefix. */
export async function removeKeys(prefix: string): Promise<void> {
  const client = new Redis(REDIS_URL);
  for await (const keys of client.scanStream({ match: `${prefix}:*`, count: 1_000 })) {
    if (keys.length > 0) await client.unlink(...keys);
  }
  client.disconnect();
}

async function whyNoRedis(): Promise<string | undefined> {
  const client = new Redis(REDIS_URL, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return `no Redis at ${new URL(REDIS_URL).host}: ${error instanceof Error ? error.message : error}`;
  } finally {
    client.disconnect();
  }
}
