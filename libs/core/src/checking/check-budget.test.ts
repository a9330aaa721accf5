import { getEventListeners, setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { ManualClock } from '../memory/manual-clock.js';
import { type CallPurpose, CheckBudget, type CheckBudgetOptions } from './check-budget.js';

const never = new AbortController().signal;
setMaxListeners(0, never);

function budgetOf(over: Partial<CheckBudgetOptions> = {}) {
  const clock = new ManualClock();
  const options = { checkConcurrency: 10, maxCallsPerSecond: Number.POSITIVE_INFINITY, clock, ...over };
  return { clock, budget: new CheckBudget(options) };
}

/** Asks for many turns, and counts those that were taken. */
function demand(budget: CheckBudget, purpose: CallPurpose, count: number, signal: AbortSignal = never) {
  const got = { taken: 0, refused: 0 };
  for (let call = 0; call < count; call += 1) {
    void budget.take(purpose, signal).then((taken) => {
      if (taken) got.taken += 1;
      else got.refused += 1;
    });
  }
  return got;
}

describe('the slots of a budget', () => {
  it('are all for tasks where nobody makes single checks', async () => {
    const { budget } = budgetOf();
    const batch = demand(budget, 'batch', 30);
    await settle();
    expect(batch.taken).toBe(10);
    expect(budget.waiting('batch')).toBe(20);
  });

  it('are all for single checks where no task waits', async () => {
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
    // The share is in use: the next is a single check, for which a person waits.
    expect([single.taken, batch.taken]).toEqual([11, 1]);
  });

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

  it('are not given to whoever tries while others wait', async () => {
    const { budget } = budgetOf({ checkConcurrency: 1 });
    expect(budget.tryTake('batch')).toBe(true);
    expect(budget.tryTake('batch')).toBe(false);
    const waiting = demand(budget, 'batch', 1);
    budget.free('batch');
    expect(budget.tryTake('batch')).toBe(false);
    await settle();
    expect(waiting.taken).toBe(1);
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
    expect(budget.waiting('batch')).toBe(0);
    budget.free('batch');
    const live = new AbortController();
    const served = demand(budget, 'batch', 1, live.signal);
    const next = demand(budget, 'batch', 1, live.signal);
    budget.free('batch');
    await settle();
    expect([served.taken, next.taken]).toEqual([1, 1]);
    expect(getEventListeners(live.signal, 'abort')).toEqual([]);
  });

  it('are never more than there are, and none stays free while somebody waits who may have it', async () => {
    const step = fc.constantFrom('ask single', 'ask batch', 'end single', 'end batch', 'give up', 'pass');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.array(step, { maxLength: 120 }),
        async (limit, steps) => {
          const { budget, clock } = budgetOf({ checkConcurrency: limit });
          const used = { single: 0, batch: 0 };
          let stop = new AbortController();
          setMaxListeners(0, stop.signal);
          const ask = (purpose: CallPurpose): void => {
            void budget.take(purpose, stop.signal).then((taken) => {
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
            // What tasks wait for may be kept for single checks; what single checks wait for is never kept for nobody.
            if (budget.waiting('single') > 0) expect(free).toBe(0);
            if (budget.waiting('batch') > 0) expect(free).toBeLessThanOrEqual(share);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the rate of a budget', () => {
  /** Tasks that always wait for the next call, at five calls a second that take 50 ms each. */
  function busyBudget() {
    const { budget, clock } = budgetOf({ checkConcurrency: 100, maxCallsPerSecond: 5 });
    const served = { single: 0, batch: 0 };
    const ask = async (purpose: CallPurpose): Promise<void> => {
      await budget.take(purpose, never);
      served[purpose] += 1;
      clock.schedule(50, () => budget.free(purpose));
    };
    const goOn = async (purpose: CallPurpose): Promise<never> => {
      for (;;) await ask(purpose);
    };
    for (let chunk = 0; chunk < 8; chunk += 1) void goOn('batch');
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 10) {
        await settle();
        clock.advance(10);
      }
      await settle();
    };
    return { ask, goOn, pass, served };
  }

  it('gives the next call to a single check, however many tasks wait', async () => {
    const { ask, pass, served } = busyBudget();
    await pass(1_000);
    void ask('single');
    await pass(220);
    expect(served.single).toBe(1);
  });

  it('keeps a tenth of the calls for tasks while single checks would take all', async () => {
    const { goOn, pass, served } = busyBudget();
    await settle();
    for (let person = 0; person < 20; person += 1) void goOn('single');
    await pass(10_000);
    expect(served.single).toBeGreaterThanOrEqual(42);
    expect(served.batch).toBeGreaterThanOrEqual(5);
  });

  /** When each of many calls begins that are asked for at once. */
  async function beginnings(perSecond: number, calls: number, forMs: number) {
    const { budget, clock } = budgetOf({ checkConcurrency: 1_000_000, maxCallsPerSecond: perSecond });
    const begun: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      void budget.take('batch', never).then((taken) => {
        if (taken) begun.push(clock.elapsed());
      });
    }
    while (clock.elapsed() < forMs && begun.length < calls) {
      await Promise.resolve();
      clock.advance(1);
    }
    return begun;
  }

  const rate = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0.2, max: 20, noNaN: true }));

  it('lets at most so many calls begin within any second, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(rate, async (perSecond) => {
        const begun = await beginnings(perSecond, Math.ceil(perSecond * 1.5) + 2, 2_000);
        const within = begun.map((at) => begun.filter((other) => other >= at && other < at + 1_000).length);
        // Calls are whole: at 1.5 a second, two begin 667 ms apart.
        expect(Math.max(...within)).toBeLessThanOrEqual(Math.ceil(perSecond));
      }),
      { numRuns: 40 },
    );
  });

  it.each([0.5, 1, 5, 7.5, 50, 200])(
    'lets through close to %d calls a second over a long time',
    async (perSecond) => {
      const begun = await beginnings(perSecond, perSecond * 8, 8_000);
      expect(begun.length).toBeGreaterThanOrEqual(Math.floor(perSecond * 8 * 0.97) - 1);
    },
  );

  it('serves whoever waits when it is time, without any other call', async () => {
    const { budget, clock } = budgetOf({ maxCallsPerSecond: 5 });
    const batch = demand(budget, 'batch', 3);
    await settle();
    expect(batch.taken).toBe(1);
    clock.advance(199);
    await settle();
    expect(batch.taken).toBe(1);
    clock.advance(1);
    await settle();
    expect(batch.taken).toBe(2);
    clock.advance(200);
    await settle();
    expect(batch.taken).toBe(3);
    expect(clock.pending).toBe(0);
  });

  it('serves whoever waits, also where a call becomes due while the clock is read', async () => {
    class ReadClock extends ManualClock {
      #reads = 0;
      override elapsed(): number {
        this.#reads += 1;
        return super.elapsed() + this.#reads * 0.3;
      }
    }
    const clock = new ReadClock();
    const budget = new CheckBudget({ checkConcurrency: 1_000, maxCallsPerSecond: 1_000, clock });
    const batch = demand(budget, 'batch', 100);
    for (let ms = 0; ms < 200; ms += 1) {
      await settle();
      clock.advance(1);
    }
    expect(batch.taken).toBe(100);
    expect(clock.pending).toBe(0);
  });

  it('is no other when the wall clock is set', async () => {
    const { budget, clock } = budgetOf({ maxCallsPerSecond: 1 });
    const batch = demand(budget, 'batch', 3);
    clock.set(clock.now() + 3_600_000);
    clock.advance(999);
    await settle();
    expect(batch.taken).toBe(1);
    clock.set(clock.now() - 7_200_000);
    clock.advance(1);
    await settle();
    expect(batch.taken).toBe(2);
  });
});
