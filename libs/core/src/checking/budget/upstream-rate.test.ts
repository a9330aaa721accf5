import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../../async/turns.fixture.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { never, originOf } from './check-budget.fixture.js';
import { CheckBudget } from './check-budget.js';
import type { CallPurpose } from './waiting-calls.js';

/** A clock whose timers are late by the standstill of the event loop. */
class StallingClock extends ManualClock {
  #stalledMs = 0;

  override elapsed(): number {
    return super.elapsed() + this.#stalledMs;
  }

  /** Lets time pass without running a timer. */
  stall(ms: number): void {
    this.#stalledMs += ms;
  }
}

/** The longest travel time of a call. */
const LONGEST_WAY_MS = 100;

/** The time from a call's arrival to its answer, or from its start until it is abandoned. */
const ending = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ isLeft: fc.constant(false), ms: fc.oneof(fc.nat(30), fc.nat(2_000)) }),
  },
  { weight: 1, arbitrary: fc.record({ isLeft: fc.constant(true), ms: fc.nat(LONGEST_WAY_MS) }) },
);
const step = fc.oneof(
  { weight: 40, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(40) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('busy' as const), ms: fc.nat(LONGEST_WAY_MS) }) },
  fc.record({ kind: fc.constant('stall' as const), ms: fc.nat(3_000) }),
  fc.record({ kind: fc.constantFrom('single' as const, 'batch' as const), ms: fc.nat(30) }),
);

describe('the rate that an upstream sees', () => {
  it('is never exceeded in any second, even if the upstream accepts calls late, the process stands still, or a call is abandoned', async () => {
    const rate = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0.2, max: 20, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(
        rate,
        fc.array(step, { minLength: 80, maxLength: 250 }),
        fc.infiniteStream(ending),
        async (perSecond, steps, endings) => {
          const clock = new StallingClock();
          const budget = new CheckBudget({ checkConcurrency: 400, maxCallsPerSecond: perSecond, clock });
          const arrivals: number[] = [];
          let busyUntil = 0;
          const ask = async (purpose: CallPurpose): Promise<void> => {
            const right = await budget.take(originOf(purpose), never);
            if (right === null) throw new Error('the signal is never aborted');
            const now = clock.elapsed();
            const arrival = Math.max(now, busyUntil);
            arrivals.push(arrival);
            const { isLeft, ms } = endings.next().value;
            clock.schedule(isLeft ? ms : arrival - now + ms, () => budget.free(right, isLeft));
          };
          for (let call = 0; call < 300; call += 1) void ask('batch');
          for (const { kind, ms } of steps) {
            if (kind === 'pass') clock.advance(ms);
            else if (kind === 'stall') clock.stall(ms);
            else if (kind === 'busy')
              busyUntil = clock.elapsed() >= busyUntil ? clock.elapsed() + ms : busyUntil;
            else for (let call = 0; call < ms; call += 1) void ask(kind);
            await settle(1);
          }
          expect(mostInASecond(arrivals)).toBeLessThanOrEqual(Math.ceil(perSecond));
        },
      ),
      { numRuns: propertyRuns(15), endOnFailure: true },
    );
  });
});

/** The most arrivals in any second, wherever it begins. */
function mostInASecond(arrivals: readonly number[]): number {
  const sorted = arrivals.toSorted((one, other) => one - other);
  let first = 0;
  let most = 0;
  for (const [last, at] of sorted.entries()) {
    // A call that arrives exactly a second later is outside, whatever the rounding of fractions.
    while (at - (sorted[first] ?? 0) >= 1_000 - 1e-6) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
