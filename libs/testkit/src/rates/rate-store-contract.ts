import assert from 'node:assert/strict';
import type { RateStore } from '@dialproof/core';
import {
  type CreateOnClock,
  type DefineTimedCase,
  DRIFT_MS,
  type KeepsTime,
  type SubjectTime,
  timedCasesWith,
} from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import {
  ANY_MS,
  AT_ONCE,
  assertBetween,
  assertGaps,
  calls,
  INTERVAL_MS,
  LIMIT,
  lease,
  PER_HOUR,
  SPAN_MS,
} from './sample-leases.js';

/** The subject of a case: a store of its own, without reservations. Without `pass`, it uses the clock of the suite. */
export interface RateStoreSubject extends KeepsTime {
  readonly store: RateStore;
  /**
   * For a store whose limits outlive the object: another one over the same limits, like that of another process. The subject's `close` then
   * closes both. Without this method, the cases continue with the same object.
   */
  another?(): Promise<RateStore>;
}

/** The longest wait of the first call in a store that does not know the limit yet. */
const UNKNOWN_MS = 1_000;

/** Tests every sentence of `RateStore`. Each case calls `create` for a store in which nothing was reserved. */
export function rateStoreContract(runner: TestRunner, create: CreateOnClock<RateStoreSubject>): void {
  runner.describe('rate store contract', () => {
    const it = timedCasesWith(runner, create);
    limitCases(it);
    waitCases(it);
    sharingCases(it);
  });
}

function limitCases(it: DefineTimedCase<RateStoreSubject>): void {
  it('lets calls begin one after another, spread over the window', async ({ store }) => {
    const first = await lease(store, { weights: calls(4) });
    assertBetween(first.delaysMs[0], 0, UNKNOWN_MS);
    assert.equal(first.waitMs, first.delaysMs[0]);
    assertGaps(first, [0, INTERVAL_MS, 2 * INTERVAL_MS, 3 * INTERVAL_MS]);
  });

  it('keeps a fraction of a limit over many windows', async ({ store }) => {
    const limits = [{ ...PER_HOUR, limit: 2.5 }];
    const intervalMs = SPAN_MS / 2.5;
    assertGaps(
      await lease(store, { limits, weights: calls(4) }),
      [0, 1, 2, 3].map((n) => n * intervalMs),
    );
  });

  it('lets all begin at once if the limit is not spread, and no more until the window has passed', async ({
    store,
  }, time) => {
    const request = { limits: [AT_ONCE], weights: calls(LIMIT + 2), batchMs: 0, maxWaitMs: DRIFT_MS };
    assertGaps(await lease(store, request), Array(LIMIT).fill(0));
    const refused = await lease(store, request);
    assert.deepEqual(refused.delaysMs, []);
    assertBetween(refused.waitMs, SPAN_MS - DRIFT_MS, SPAN_MS + UNKNOWN_MS);
    await time.pass(SPAN_MS / 2);
    assert.deepEqual((await lease(store, request)).delaysMs, []);
    await time.pass(SPAN_MS / 2 + UNKNOWN_MS);
    assertGaps(await lease(store, request), Array(LIMIT).fill(0));
  });

  it('counts by weight, and lets no light call pass a heavy one', async ({ store }) => {
    const gaps = [0, SPAN_MS, SPAN_MS + 6 * INTERVAL_MS, 2 * SPAN_MS];
    assertGaps(await lease(store, { weights: [6, 6, 1, 4] }), gaps);
    const limitsOf = (name: string) => [{ ...AT_ONCE, name }];
    const heavy = { limits: limitsOf('heavy'), weights: [6, 6, 1] };
    assertGaps(await lease(store, { ...heavy, batchMs: INTERVAL_MS }), [0]);
    assertGaps(await lease(store, { ...heavy, limits: limitsOf('heavier') }), [0, SPAN_MS, SPAN_MS]);
  });

  it('keeps several limits at once', async ({ store }) => {
    const limits = [PER_HOUR, { ...AT_ONCE, limit: 3 }];
    const gaps = [0, INTERVAL_MS, 2 * INTERVAL_MS, SPAN_MS, SPAN_MS + INTERVAL_MS];
    assertGaps(await lease(store, { limits, weights: calls(5) }), gaps);
  });

  it('saves nothing up in a time without calls', async ({ store }, time) => {
    await lease(store);
    await time.pass(5 * INTERVAL_MS);
    const later = await lease(store, { weights: calls(3) });
    assert.equal(later.waitMs, 0);
    assertGaps(later, [0, INTERVAL_MS, 2 * INTERVAL_MS]);
  });
}

function waitCases(it: DefineTimedCase<RateStoreSubject>): void {
  it('reserves no more than a batch, after which the next lease continues', async ({ store }, time) => {
    const batchMs = 2.5 * INTERVAL_MS;
    const first = await lease(store, { weights: calls(9), batchMs });
    assertGaps(first, [0, INTERVAL_MS, 2 * INTERVAL_MS]);
    const next = await lease(store, { weights: calls(9), batchMs });
    assertFollows(next.waitMs, 3 * INTERVAL_MS, time);
    assertGaps(next, [0, INTERVAL_MS, 2 * INTERVAL_MS]);
  });

  it('reserves nothing if the first would wait for too long, and has the length of the wait', async ({
    store,
  }, time) => {
    await lease(store);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await lease(store, { maxWaitMs: INTERVAL_MS - 2 * DRIFT_MS });
      assert.deepEqual(refused.delaysMs, []);
      assertFollows(refused.waitMs, INTERVAL_MS, time);
    }
    assertFollows((await lease(store, { maxWaitMs: 2 * INTERVAL_MS })).delaysMs[0], INTERVAL_MS, time);
  });

  for (const [direction, ms] of [
    ['ahead', SPAN_MS],
    ['back', -SPAN_MS],
  ] as const) {
    it(`reserves alike when the clock of the machine is set ${direction}`, async ({ store }, time) => {
      await lease(store);
      time.setClock(ms);
      assertFollows((await lease(store)).delaysMs[0], INTERVAL_MS, time);
    });
  }
}

function sharingCases(it: DefineTimedCase<RateStoreSubject>): void {
  it('lets leases at once come one after the other', async ({ store }, time) => {
    const leases = await Promise.all(Array.from({ length: 10 }, () => lease(store, { weights: calls(3) })));
    const times = leases.flatMap(({ delaysMs }) => delaysMs).sort((one, other) => one - other);
    assert.equal(times.length, 30);
    const realMs = time.elapsed();
    for (const [index, at] of times.entries()) {
      assertBetween(at - (times[0] ?? 0), index * INTERVAL_MS - realMs - 1, index * INTERVAL_MS + realMs + 1);
    }
  });

  it('has no window with more than the limit, however many lease at once', async ({ store }) => {
    const request = { limits: [AT_ONCE], weights: calls(3), maxWaitMs: DRIFT_MS, batchMs: 0 };
    const leases = await Promise.all(Array.from({ length: 10 }, () => lease(store, request)));
    assert.equal(leases.flatMap(({ delaysMs }) => delaysMs).length, LIMIT);
  });

  it('keeps the limits for several processes', async ({ another, store }, time) => {
    const other = (await another?.()) ?? store;
    await lease(store, { weights: calls(2) });
    assertFollows((await lease(other)).delaysMs[0], 2 * INTERVAL_MS, time);
    assertFollows((await lease(store, { maxWaitMs: ANY_MS })).delaysMs[0], 3 * INTERVAL_MS, time);
  });
}

/** Expects a wait that ends this long after the beginning of the case, by the time of the subject. */
function assertFollows(waitMs: number | undefined, afterMs: number, time: SubjectTime): void {
  const passedMs = time.elapsed();
  assertBetween(waitMs, afterMs - passedMs - 1, afterMs - passedMs + DRIFT_MS + UNKNOWN_MS);
}
