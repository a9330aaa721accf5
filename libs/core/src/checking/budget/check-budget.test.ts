import { getEventListeners, setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { settle } from '../../async/turns.fixture.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { budgetOf, demand, never } from './check-budget.fixture.js';
import type { CallPurpose } from './waiting-calls.js';

describe('the slots of a budget', () => {
  it('are all for tasks if there are no single checks', async () => {
    const { budget } = budgetOf();
    const batch = demand(budget, 'batch', 30);
    await settle();
    expect(batch).toEqual({ taken: 10, refused: 0 });
  });

  it('are all for single checks if no task waits', async () => {
    const { budget } = budgetOf();
    const single = demand(budget, 'single', 30);
    await settle();
    expect(single.taken).toBe(10);
  });

  it('keep a tenth for single checks for ten seconds after one was made, and no longer', async () => {
    const { budget, clock } = budgetOf();
    await budget.take('single', never);
    budget.free('single');
    const batch = demand(budget, 'batch', 30);
    await settle();
    expect(batch.taken).toBe(9);
    expect(await budget.take('single', never)).toBe(true);
    budget.free('single');
    clock.advance(9_999);
    budget.free('batch');
    await settle();
    expect(batch.taken).toBe(10);
    clock.advance(1);
    budget.free('batch');
    await settle();
    expect(batch.taken).toBe(12);
  });

  it('keep a tenth for tasks while single checks would take all', async () => {
    const { budget } = budgetOf();
    const single = demand(budget, 'single', 100);
    const batch = demand(budget, 'batch', 5);
    await settle();
    expect([single.taken, batch.taken]).toEqual([10, 0]);
    budget.free('single');
    await settle();
    expect([single.taken, batch.taken]).toEqual([10, 1]);
    budget.free('single');
    await settle();
    // The tasks' share is in use, so the next is a single check, for which a person waits.
    expect([single.taken, batch.taken]).toEqual([11, 1]);
  });

  it.each([
    [1, 0],
    [2, 1],
    [19, 1],
    [30, 3],
  ])(
    'keep a tenth for single checks, rounded down, and at least one where there are two: of %i, %i',
    async (checkConcurrency, kept) => {
      const { budget } = budgetOf({ checkConcurrency });
      await budget.take('single', never);
      budget.free('single');
      const batch = demand(budget, 'batch', 40);
      await settle();
      expect(batch.taken).toBe(checkConcurrency - kept);
    },
  );

  it('are taken in the order in which they were asked for', async () => {
    const { budget } = budgetOf({ checkConcurrency: 1 });
    const order: number[] = [];
    for (let caller = 0; caller < 5; caller += 1) {
      void budget.take('batch', never).then(() => order.push(caller));
    }
    for (let call = 0; call < 5; call += 1) {
      await settle();
      budget.free('batch');
    }
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('are not given to a new call while others wait', async () => {
    const { budget } = budgetOf({ checkConcurrency: 1 });
    expect(budget.tryTake('batch')).toBe(true);
    expect(budget.tryTake('batch')).toBe(false);
    const waiting = demand(budget, 'batch', 1);
    budget.free('batch');
    expect(budget.tryTake('batch')).toBe(false);
    await settle();
    expect(waiting.taken).toBe(1);
  });

  it('go to the first waiting call, also when the share of single checks becomes free by time', async () => {
    const { budget, clock } = budgetOf();
    await budget.take('single', never);
    budget.free('single');
    const batch = demand(budget, 'batch', 10);
    clock.advance(10_000);
    expect(budget.tryTake('batch')).toBe(false);
    const next = demand(budget, 'batch', 1);
    await settle();
    expect([batch.taken, next.taken]).toEqual([10, 0]);
  });

  it('are taken by a task without reading the clock if neither the rate nor single checks bound it', async () => {
    const clock = new ManualClock();
    const elapsed = vi.spyOn(clock, 'elapsed');
    const { budget } = budgetOf({ clock });
    for (let call = 0; call < 9; call += 1) expect(budget.tryTake('batch')).toBe(true);
    expect(elapsed).not.toHaveBeenCalled();
  });

  it('are not taken under a signal that is aborted, before or while it waits, and leave nothing on it', async () => {
    const { budget } = budgetOf({ checkConcurrency: 1 });
    expect(await budget.take('batch', AbortSignal.abort())).toBe(false);
    await budget.take('batch', never);
    const stop = new AbortController();
    const waiting = demand(budget, 'batch', 3, stop.signal);
    stop.abort();
    await settle();
    expect(waiting).toEqual({ taken: 0, refused: 3 });
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    budget.free('batch');
    const live = new AbortController();
    const served = demand(budget, 'batch', 1, live.signal);
    const next = demand(budget, 'batch', 1, live.signal);
    await settle();
    budget.free('batch');
    await settle();
    expect([served.taken, next.taken]).toEqual([1, 1]);
    expect(getEventListeners(live.signal, 'abort')).toEqual([]);
  });

  it('are never exceeded, and none stays free while a call waits that may have it', async () => {
    const step = fc.constantFrom('ask single', 'ask batch', 'end single', 'end batch', 'give up', 'pass');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.array(step, { maxLength: 120 }),
        async (limit, steps) => {
          const { budget, clock } = budgetOf({ checkConcurrency: limit });
          const used = { single: 0, batch: 0 };
          const waiting = { single: 0, batch: 0 };
          let stop = new AbortController();
          setMaxListeners(0, stop.signal);
          const ask = (purpose: CallPurpose): void => {
            waiting[purpose] += 1;
            void budget.take(purpose, stop.signal).then((taken) => {
              waiting[purpose] -= 1;
              if (taken) used[purpose] += 1;
            });
          };
          for (const one of steps) {
            if (one === 'ask single') ask('single');
            if (one === 'ask batch') ask('batch');
            if (one === 'end single' && used.single > 0) {
              used.single -= 1;
              budget.free('single');
            }
            if (one === 'end batch' && used.batch > 0) {
              used.batch -= 1;
              budget.free('batch');
            }
            if (one === 'give up') {
              stop.abort();
              stop = new AbortController();
              setMaxListeners(0, stop.signal);
            }
            if (one === 'pass') clock.advance(3_000);
            for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
            const free = limit - used.single - used.batch;
            const share = limit === 1 ? 0 : Math.max(1, Math.floor(limit / 10));
            expect(free).toBeGreaterThanOrEqual(0);
            // Tasks may wait while slots are reserved for single checks. Single checks never wait for a free slot.
            if (waiting.single > 0) expect(free).toBe(0);
            if (waiting.batch > 0) expect(free).toBeLessThanOrEqual(share);
          }
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});
