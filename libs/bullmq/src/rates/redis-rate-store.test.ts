import { ManualClock, type RateLeaseRequest, type SharedRateLimit } from '@dialproof/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  describeOnOwnRedis,
  freePort,
  OwnRedis,
} from '../../../../tools/tests/services/own-redis.fixture.js';
import {
  clientOfTest,
  describeOnRedis,
  prefixOfTest,
  REDIS_URL,
} from '../../../../tools/tests/services/redis.fixture.js';
import { RedisRateStore } from './index.js';

const TOLERANCE_MS = 100;

function perSecond(limit: number): SharedRateLimit {
  return { name: 'perSecond', limit, windowMs: 1_000, isSpread: true };
}

function storeOf(connection: string, prefix: string): RedisRateStore {
  const store = new RedisRateStore({ connection, prefix, name: 'twilio' });
  onTestFinished(() => store.close());
  return store;
}

function lease(store: RedisRateStore, request: Partial<RateLeaseRequest>) {
  return store.lease({
    limits: [perSecond(10)],
    weights: [1],
    maxWaitMs: 60_000,
    batchMs: 200,
    toleranceMs: TOLERANCE_MS,
    ...request,
  });
}

describeOnRedis('RedisRateStore', () => {
  it('leaves little in Redis however many processes there are, and not for ever', async () => {
    const prefix = prefixOfTest();
    for (const worker of [1, 2, 3, 4].map(() => storeOf(REDIS_URL, prefix))) {
      const request = { limits: [perSecond(50)], weights: Array(40).fill(1), batchMs: 60_000 };
      expect((await lease(worker, request)).delaysMs).toHaveLength(40);
    }
    const client = clientOfTest();
    expect(await client.pttl(`${prefix}:rate:twilio`)).toBeGreaterThan(0);
    expect(await client.memory('USAGE', `${prefix}:rate:twilio`)).toBeLessThan(10_000);
  });

  it('reserves times in order, spread over the window', async () => {
    const store = storeOf(REDIS_URL, prefixOfTest());
    const { delaysMs, waitMs } = await lease(store, { weights: Array(5).fill(1), batchMs: 1_000 });
    // The calls of the second before are not known.
    expect(waitMs).toBe(1_000);
    expect(delaysMs).toEqual([1_000, 1_110, 1_220, 1_330, 1_440]);
  });

  it('reserves nothing for a call whose wait would be too long', async () => {
    const store = storeOf(REDIS_URL, prefixOfTest());
    expect(await lease(store, { maxWaitMs: 100 })).toEqual({ waitMs: 1_000, delaysMs: [] });
    const { delaysMs } = await lease(store, { weights: [1, 1], batchMs: 1_000 });
    expect((delaysMs[1] ?? 0) - (delaysMs[0] ?? 0)).toBe(110);
    expect(delaysMs[0]).toBeLessThanOrEqual(1_000);
  });

  it('keeps to a limit that is not spread: all at once, and then none', async () => {
    const store = storeOf(REDIS_URL, prefixOfTest());
    const perDay = { name: 'perDay', limit: 7, windowMs: 86_400_000, isSpread: false };
    const request = { limits: [perDay], weights: Array(9).fill(1), batchMs: 1_000 };
    expect((await lease(store, request)).delaysMs).toHaveLength(7);
    const { delaysMs, waitMs } = await lease(store, request);
    expect(delaysMs).toEqual([]);
    expect(waitMs).toBeGreaterThan(86_000_000);
    expect(waitMs).toBeLessThanOrEqual(86_401_200);
  });

  it('counts by weight, and lets no light call pass a heavy one', async () => {
    const store = storeOf(REDIS_URL, prefixOfTest());
    const { delaysMs } = await lease(store, { weights: [6, 6, 1, 4], batchMs: 10_000 });
    expect(delaysMs.map((delayMs) => delayMs - (delaysMs[0] ?? 0))).toEqual([0, 1_100, 1_760, 2_200]);
  });

  it('keeps the limits of different names apart', async () => {
    const prefix = prefixOfTest();
    await lease(storeOf(REDIS_URL, prefix), { weights: Array(10).fill(1), batchMs: 10_000 });
    const other = new RedisRateStore({ connection: REDIS_URL, prefix, name: 'infobip' });
    onTestFinished(() => other.close());
    expect((await lease(other, {})).waitMs).toBe(1_000);
  });
});

describe('RedisRateStore without Redis', () => {
  it('rejects, so that its caller can report an outage', async () => {
    const connection = `redis://127.0.0.1:${await freePort()}`;
    const clock = new ManualClock();
    const store = new RedisRateStore({ connection, prefix: 'away', name: 'twilio', clock });
    onTestFinished(() => store.close());
    const refused = expect(lease(store, {})).rejects.toThrow('did not answer within 500 ms');
    clock.advance(500);
    await refused;
    await expect(lease(store, {})).rejects.toThrow('has not answered an earlier lease');
  });

  it.each(['', 'a:b', 'a b'])('refuses the name %j', (name) => {
    expect(() => new RedisRateStore({ connection: REDIS_URL, name })).toThrow(TypeError);
  });
});

describeOnOwnRedis('RedisRateStore', () => {
  it('keeps a second free of calls after Redis was flushed or restarted empty', async () => {
    const redis = await OwnRedis.start();
    const store = storeOf(redis.url, 'test');
    const request = { limits: [perSecond(50)], weights: Array(20).fill(1) };
    // Forgotten reservations begin within a second: the next ones begin after it.
    expect((await lease(store, request)).waitMs).toBe(1_000);
    await redis.command('flushall');
    expect((await lease(store, request)).waitMs).toBe(1_000);
    await redis.kill();
    await redis.startAgain();
    const answer = await vi.waitFor(() => lease(store, request), { timeout: 20_000, interval: 20 });
    expect(answer.waitMs).toBe(1_000);
  });
});
