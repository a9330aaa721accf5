import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../tools/tests/services/own-redis.fixture.js';
import { describeOnRedis, prefixOfTest, REDIS_URL } from '../../../../tools/tests/services/redis.fixture.js';
import { RedisRateCounters } from './index.js';

const POLICY = { name: 'verify', requests: 3, seconds: 60 };

function countersOf(connection: string, prefix: string): RedisRateCounters {
  const counters = new RedisRateCounters({ connection, prefix });
  onTestFinished(() => counters.close());
  return counters;
}

/** Redis is reached a moment after the first counter was made. */
async function untilKnown<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('not ready')) throw error;
      await new Promise(setImmediate);
    }
  }
}

describeOnRedis('RedisRateCounters', () => {
  it('count for several processes', async () => {
    const prefix = prefixOfTest();
    const [here, there] = [1, 2].map(() => countersOf(REDIS_URL, prefix).counter(POLICY));
    if (here === undefined || there === undefined) throw new Error('there are two');
    expect(await untilKnown(() => here.get('ann'))).toBeNull();
    expect(await here.consume('ann')).toMatchObject({ consumedPoints: 1 });
    expect(await untilKnown(() => there.consume('ann'))).toMatchObject({ consumedPoints: 2 });
    expect(await here.consume('ann')).toMatchObject({ consumedPoints: 3 });
    await expect(there.consume('ann')).rejects.toMatchObject({ consumedPoints: 4 });
    expect(await here.get('ann')).toMatchObject({ consumedPoints: 4 });
    expect(await there.consume('bob')).toMatchObject({ consumedPoints: 1 });
  });
});

describe('RedisRateCounters without Redis', () => {
  it('reject at once, with an Error', async () => {
    const { consume, get } = countersOf(`redis://127.0.0.1:${await freePort()}`, 'away').counter(POLICY);
    await expect(consume('ann')).rejects.toBeInstanceOf(Error);
    await expect(get('ann')).rejects.toBeInstanceOf(Error);
  });
});
