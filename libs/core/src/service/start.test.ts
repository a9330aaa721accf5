import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { newVerificationHoldId } from '../ports/entropy.js';
import { ALICE, trialService } from './trial-service.fixture.js';

const LEASE_MS = 10_000;

/** A killed process leaves a lease and two holds, one of which expires first. */
async function leftBehind() {
  const trial = await trialService({ leaseMs: LEASE_MS });
  const { clock, ledger, store } = trial;
  await trial.submitCsv('phone\n+14155550100\n');
  await store.claim({ leaseMs: LEASE_MS, limit: 1, taskId: null });
  for (const expiresAfterMs of [1_000, LEASE_MS]) {
    const holdId = newVerificationHoldId(clock.now());
    await ledger.hold({ holdId, accountId: ALICE, credits: 1, expiresAfterMs });
  }
  clock.advance(1_000);
  return trial;
}

describe('a service that starts', () => {
  it('leaves leased work to other processes, and releases expired holds', async () => {
    const { ledger, service } = await leftBehind();
    await service.start();
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 2 });
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: LEASE_MS - 1_000 });
  });
});

describe('a host that drives the work itself', () => {
  it('gets no report about a missing queue', async () => {
    const { failures, service, submitCsv } = await trialService();
    await service.start();
    await submitCsv('phone\n+14155550100\n');
    expect(failures).toEqual([]);
  });

  it('finds no listener left on the signal of its calls', async () => {
    const stop = new AbortController();
    const { service, submitCsv } = await trialService();
    await submitCsv('phone\n+14155550100\n');
    await service.work(stop.signal);
    await service.work(stop.signal);
    await settle();
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});
