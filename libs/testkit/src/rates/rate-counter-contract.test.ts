import type { Clock } from '@dialproof/core';
import type { CounterFactory, RateCount, RateCounter } from '@dialproof/http';
import { describe } from 'vitest';
import { type Mutant, nextTurn, provesSuite } from '../runner/suite-proof.fixture.js';
import { type RateCounterSubject, rateCounterContract } from './rate-counter-contract.js';

interface Factory {
  readonly counter: CounterFactory;
}

/** Counts in memory, by the clock of a test. */
function countsOn(clock: Pick<Clock, 'elapsed'>): CounterFactory {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return ({ name, requests, seconds }) => {
    const get: RateCounter['get'] = async (key) => {
      const window = windows.get(`${name} ${key}`);
      if (window === undefined || window.endsAt <= clock.elapsed()) return null;
      return { consumedPoints: window.count, msBeforeNext: window.endsAt - clock.elapsed() };
    };
    return {
      get,
      async consume(key) {
        const known = windows.get(`${name} ${key}`);
        const isOver = known === undefined || known.endsAt <= clock.elapsed();
        const window = isOver ? { count: 0, endsAt: clock.elapsed() + seconds * 1_000 } : known;
        windows.set(`${name} ${key}`, window);
        window.count += 1;
        const count = { consumedPoints: window.count, msBeforeNext: window.endsAt - clock.elapsed() };
        if (window.count > requests) throw count;
        return count;
      },
    };
  };
}

/** Counts of which each policy's are replaced in part. */
const counting =
  (
    change: (right: RateCounter, requests: number) => Partial<RateCounter>,
  ): Mutant<Factory, RateCounterSubject> =>
  ({ counter }) => ({
    counter: (policy) => ({ ...counter(policy), ...change(counter(policy), policy.requests) }),
  });

describe('counts in memory', () => {
  provesSuite<Factory, RateCounterSubject>(
    rateCounterContract,
    (clock, change) => ({ ...change({ counter: countsOn(clock) }), close: async () => {} }),
    {
      'counts each of those that come at once': counting(({ get, consume }, requests) => ({
        async consume(key) {
          const before = await get(key);
          await nextTurn();
          await consume(key).catch(() => undefined);
          const count: RateCount = { consumedPoints: (before?.consumedPoints ?? 0) + 1, msBeforeNext: 1 };
          if (count.consumedPoints > requests) throw count;
          return count;
        },
      })),
      'counts for several processes': (_, clock) => ({ another: async () => countsOn(clock) }),
    },
  );
});
