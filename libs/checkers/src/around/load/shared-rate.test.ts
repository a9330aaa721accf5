import { ManualClock, type RateLeaseRequest, type RateStore } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import {
  A,
  B,
  bulkThat,
  C,
  contextOf,
  numbersOf,
  settle,
  singleThat,
} from '../../calls/spoken-checkers.fixture.js';
import { type RateLimitOptions, withRateLimit } from './with-rate-limit.js';

/** A store that grants one call every `everyMs` to all processes together, by the clock of the test. */
class TrialStore implements RateStore {
  readonly asked: RateLeaseRequest[] = [];
  isAway = false;
  #nextAt = 0;

  constructor(
    readonly clock: ManualClock,
    readonly everyMs: number,
    readonly answerMs = 0,
  ) {}

  async lease(request: RateLeaseRequest) {
    this.asked.push(request);
    if (this.isAway) throw new Error('the store is away');
    const now = this.clock.elapsed();
    const first = Math.max(now, this.#nextAt);
    const delaysMs: number[] = [];
    for (const weight of request.weights) {
      const at = Math.max(now, this.#nextAt);
      if (first - now > request.maxWaitMs || at - first > request.batchMs) break;
      delaysMs.push(at - now);
      this.#nextAt = at + weight * this.everyMs;
    }
    if (this.answerMs > 0) await new Promise<void>((resolve) => this.clock.schedule(this.answerMs, resolve));
    return { delaysMs, waitMs: first - now };
  }
}

/** Lets promises run after each millisecond. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1) {
    await settle(1);
    clock.advance(1);
  }
  await settle();
}

interface TrialOptions extends Pick<RateLimitOptions, 'maxWaitMs' | 'processes'> {
  readonly everyMs?: number;
  readonly answerMs?: number;
}

function trial({ everyMs = 10, answerMs = 0, ...options }: TrialOptions = {}) {
  const clock = new ManualClock();
  const store = new TrialStore(clock, everyMs, answerMs);
  const begun: [number: string, at: number][] = [];
  const upstream = singleThat((number) => {
    begun.push([number, clock.elapsed()]);
    return 'dead';
  });
  const asked = withRateLimit(upstream, { perSecond: 1_000 / everyMs, store, clock, ...options });
  return { asked, begun, clock, store };
}

describe('withRateLimit with a store', () => {
  wrapperContracts((checker) =>
    withRateLimit(checker, {
      perSecond: 100_000,
      inFlight: 5,
      store: { lease: async ({ weights }) => ({ delaysMs: weights.map(() => 0), waitMs: 0 }) },
    }),
  );

  it('lets calls begin in their order, at the times that were reserved', async () => {
    const { asked, begun, clock } = trial({ everyMs: 10 });
    const start = clock.elapsed();
    const numbers = numbersOf(100);
    const answers = Promise.all(numbers.map((number) => asked.check(number, contextOf())));
    await pass(clock, 1_000);
    await answers;
    expect(begun).toEqual(numbers.map((number, index) => [number, start + index * 10]));
  });

  it('requests batches, with the limits', async () => {
    const { asked, clock, store } = trial({ everyMs: 10 });
    const answers = Promise.all(numbersOf(100).map((number) => asked.check(number, contextOf())));
    await pass(clock, 1_000);
    await answers;
    expect(store.asked.length).toBeLessThan(10);
    expect(store.asked[0]).toMatchObject({
      limits: [{ name: 'perSecond', limit: 100, windowMs: 1_000, isSpread: true }],
      toleranceMs: 100,
    });
  });

  it('shares a store with others, who get the rest', async () => {
    const { asked, begun, clock, store } = trial({ everyMs: 10 });
    const other = singleThat(() => 'dead');
    const askedThere = withRateLimit(other, { perSecond: 100, store, clock });
    const numbers = numbersOf(50);
    void Promise.all(numbers.map((number) => asked.check(number, contextOf())));
    void Promise.all(numbers.map((number) => askedThere.check(number, contextOf())));
    await pass(clock, 500);
    expect(begun.length + other.calls.length).toBeLessThanOrEqual(51);
    expect(begun.length).toBeGreaterThan(10);
    expect(other.calls.length).toBeGreaterThan(10);
    await pass(clock, 1_000);
    expect([begun.length, other.calls.length]).toEqual([50, 50]);
  });

  it('begins nothing by a lease that arrived too late, and requests another', async () => {
    const { asked, begun, clock, store } = trial({ answerMs: 101, maxWaitMs: 1_000 });
    const answer = asked.check(A, contextOf());
    answer.catch(() => undefined);
    await pass(clock, 999);
    expect(begun).toEqual([]);
    expect(store.asked.length).toBeGreaterThan(5);
    await pass(clock, 1);
    await expect(answer).rejects.toMatchObject({ code: 'checker_unavailable' });
  });

  it('refuses a call that would wait for too long, with the time until it may begin', async () => {
    const { asked, clock, store } = trial({ everyMs: 10_000, maxWaitMs: 5_000 });
    await store.lease({ limits: [], weights: [1], maxWaitMs: 0, batchMs: 0, toleranceMs: 0 });
    await expect(asked.check(A, contextOf())).rejects.toMatchObject({
      code: 'checker_unavailable',
      retryAfterMs: 10_000,
      hint: expect.stringContaining('perSecond of 0.1 that processes share'),
    });
    expect(clock.pending).toBe(0);
  });

  it('refuses at once where more calls wait than begin in time', async () => {
    const { asked, begun, clock } = trial({ everyMs: 1_000, maxWaitMs: 2_500 });
    const ended = Promise.allSettled(numbersOf(5).map((number) => asked.check(number, contextOf())));
    await pass(clock, 3_000);
    expect((await ended).filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(2);
    expect(begun).toHaveLength(3);
  });

  it('gives up a call that is aborted while it waits, and gives its time to the next', async () => {
    const { asked, begun, clock } = trial({ everyMs: 100 });
    const start = clock.elapsed();
    const controller = new AbortController();
    const calls = [
      asked.check(A, contextOf()),
      asked.check(B, contextOf(controller.signal)),
      asked.check(C, contextOf()),
    ];
    const ended = Promise.allSettled(calls);
    await pass(clock, 50);
    controller.abort(new Error('nobody waits'));
    await pass(clock, 300);
    expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(begun).toEqual([
      [A, start],
      [C, start + 100],
    ]);
  });

  it('begins nothing while the store is away, reports it, and continues when it is back', async () => {
    const { asked, begun, clock, store } = trial();
    store.isAway = true;
    for (let time = 0; time < 3; time += 1) {
      await expect(asked.check(A, contextOf())).rejects.toMatchObject({
        code: 'checker_unavailable',
        retryAfterMs: 1_000,
        hint: 'the store of the rate that processes share does not answer',
      });
    }
    expect(store.asked).toHaveLength(1);
    store.isAway = false;
    clock.advance(1_000);
    const answer = asked.check(B, contextOf());
    await pass(clock, 10);
    expect(await answer).toBe('dead');
    expect(begun.map(([number]) => number)).toEqual([B]);
  });

  it('continues with its part of the limits while the store is away, if it knows the number of processes', async () => {
    const { asked, begun, clock, store } = trial({ everyMs: 10, processes: 4, maxWaitMs: 1e9 });
    store.isAway = true;
    const answers = Promise.all(numbersOf(100).map((number) => asked.check(number, contextOf())));
    for (let second = 0; second < 8; second += 1) await pass(clock, 1_000);
    await answers;
    for (const [, at] of begun) {
      expect(begun.filter(([, other]) => other >= at && other < at + 1_000).length).toBeLessThanOrEqual(25);
    }
    expect(begun).toHaveLength(100);
  });

  it('refuses options that do not fit together', () => {
    const store: RateStore = { lease: () => Promise.reject(new Error('never asked')) };
    const single = singleThat(() => 'dead');
    expect(() => withRateLimit(single, { perSecond: 1, processes: 2 })).toThrow(TypeError);
    expect(() => withRateLimit(single, { inFlight: 1, store })).toThrow(TypeError);
    expect(() => withRateLimit(single, { perSecond: 1, store: {} as never })).toThrow(TypeError);
    expect(() => withRateLimit(single, { perSecond: 1, store, processes: 0 })).toThrow(RangeError);
    const bulk = bulkThat(() => 'dead', 100);
    expect(() => withRateLimit(bulk, { perMinute: 150, counts: 'numbers', store, processes: 2 })).toThrow(
      RangeError,
    );
  });
});
