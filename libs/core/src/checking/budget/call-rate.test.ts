import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { settle } from '../../async/turns.fixture.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { budgetOf, demand, HeldBudget, never } from './check-budget.fixture.js';
import { CheckBudget } from './check-budget.js';
import type { CallPurpose } from './waiting-calls.js';

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
    const askAgainAndAgain = async (purpose: CallPurpose): Promise<never> => {
      for (;;) await ask(purpose);
    };
    for (let chunk = 0; chunk < 8; chunk += 1) void askAgainAndAgain('batch');
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 10) {
        await settle();
        clock.advance(10);
      }
      await settle();
    };
    return { ask, askAgainAndAgain, pass, served };
  }

  it('gives the next call to a single check, however many tasks wait', async () => {
    const { ask, pass, served } = busyBudget();
    await pass(1_000);
    void ask('single');
    await pass(220);
    expect(served.single).toBe(1);
  });

  it('keeps a tenth of the calls for tasks while single checks would take all', async () => {
    const { askAgainAndAgain, pass, served } = busyBudget();
    await settle();
    for (let person = 0; person < 20; person += 1) void askAgainAndAgain('single');
    await pass(10_000);
    expect(served.single).toBeGreaterThanOrEqual(42);
    expect(served.batch).toBeGreaterThanOrEqual(5);
  });

  it('gives every tenth call to a task while single checks would take all, counted from when a task waits', async () => {
    const { budget, clock } = budgetOf({ checkConcurrency: 100, maxCallsPerSecond: 10 });
    const order: CallPurpose[] = [];
    const ask = (purpose: CallPurpose, count: number): void => {
      for (let call = 0; call < count; call += 1) {
        void budget.take(purpose, never).then(() => {
          order.push(purpose);
          budget.free(purpose);
        });
      }
    };
    const serve = async (count: number): Promise<CallPurpose[]> => {
      for (let call = 0; call < count; call += 1) {
        clock.advance(100);
        await settle(1);
      }
      return order.splice(0);
    };
    const nine = Array.from({ length: 9 }, () => 'single');
    ask('single', 60);
    expect(await serve(20)).not.toContain('batch');
    ask('batch', 2);
    expect(await serve(20)).toEqual([...nine, 'batch', ...nine, 'batch']);
  });

  /** The beginnings of many calls that are requested at once and answered at once. */
  async function beginnings(perSecond: number, calls: number, forMs: number) {
    const { budget, clock } = budgetOf({ checkConcurrency: 1_000_000, maxCallsPerSecond: perSecond });
    const begun: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      void budget.take('batch', never).then((taken) => {
        if (taken) begun.push(clock.elapsed());
        budget.free('batch');
      });
    }
    while (clock.elapsed() < forMs && begun.length < calls) {
      await Promise.resolve();
      clock.advance(1);
    }
    return begun;
  }

  const rate = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0.2, max: 20, noNaN: true }));

  it('lets at most that many calls begin within any second, for every rate', async () => {
    await fc.assert(
      fc.asyncProperty(rate, async (perSecond) => {
        const begun = await beginnings(perSecond, Math.ceil(perSecond * 1.5) + 2, 2_000);
        const within = begun.map((at) => begun.filter((other) => other >= at && other < at + 1_000).length);
        // At 1.5 calls a second, two begin 667 ms apart, and so within one second.
        expect(Math.max(...within)).toBeLessThanOrEqual(Math.ceil(perSecond));
      }),
      { numRuns: 40 },
    );
  });

  it.each([0.5, 1, 5, 7.5, 50, 200])(
    'admits close to %d calls a second over a long time',
    async (perSecond) => {
      const begun = await beginnings(perSecond, perSecond * 8, 8_000);
      expect(begun.length).toBeGreaterThanOrEqual(Math.floor(perSecond * 8 * 0.97) - 1);
    },
  );

  it('serves a waiting call when it is due, without any other call', async () => {
    const { budget, clock } = budgetOf({ maxCallsPerSecond: 5 });
    const batch = demand(budget, 'batch', 3);
    await settle();
    expect(batch.taken).toBe(1);
    // A hundredth of a second before the even spacing, since timers are late.
    clock.advance(189);
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

  it('sets one timer, to when the next call is due', async () => {
    const { budget, clock } = budgetOf({ maxCallsPerSecond: 5 });
    const schedule = vi.spyOn(clock, 'schedule');
    demand(budget, 'batch', 1);
    clock.advance(100);
    demand(budget, 'batch', 3);
    await settle();
    expect(schedule.mock.calls.map(([delayMs]) => delayMs)).toEqual([90]);
    clock.advance(90);
    expect(schedule.mock.calls.map(([delayMs]) => delayMs)).toEqual([90, 200]);
  });

  it('serves a waiting call even if it becomes due while the clock is read', async () => {
    class ReadClock extends ManualClock {
      #reads = 0;
      override elapsed(): number {
        this.#reads += 1;
        return super.elapsed() + this.#reads * 0.3;
      }
    }
    const clock = new ReadClock();
    const budget = new HeldBudget({ checkConcurrency: 1_000, maxCallsPerSecond: 1_000, clock });
    const batch = demand(budget, 'batch', 100);
    for (let ms = 0; ms < 200; ms += 1) {
      await settle();
      clock.advance(1);
    }
    expect(batch.taken).toBe(100);
    expect(clock.pending).toBe(0);
  });

  it('counts an abandoned call until a second after its latest arrival', () => {
    const clock = new ManualClock();
    const budget = new CheckBudget({ checkConcurrency: 100, maxCallsPerSecond: 1, clock });
    const right = budget.tryTake('batch');
    clock.advance(5);
    if (right !== null) budget.free(right, true);
    clock.advance(1_094);
    expect(budget.tryTake('batch')).toBeNull();
    clock.advance(1);
    expect(budget.tryTake('batch')).not.toBeNull();
  });

  it('does not change when the wall clock is set', async () => {
    const { budget, clock } = budgetOf({ maxCallsPerSecond: 1 });
    const batch = demand(budget, 'batch', 3);
    await settle();
    budget.free('batch');
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
