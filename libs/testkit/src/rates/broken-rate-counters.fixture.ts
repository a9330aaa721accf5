import type { Clock, ManualClock } from '@dialproof/core';
import type { CounterFactory, RateCount, RateCounter } from '@dialproof/http';
import { type Broken, FaultError, nextTurn } from '../runner/broken.fixture.js';
import type { RateCounterSubject } from './rate-counter-subject.js';

type BrokenRateCounter = Broken<RateCounterSubject, [ManualClock]>;

interface Window {
  count: number;
  endsAt: number;
}

/** Counts in memory, by the clock of a test. */
function countsOn(clock: Pick<Clock, 'elapsed'>): CounterFactory {
  const windows = new Map<string, Window>();
  return ({ name, requests, seconds }) => {
    const find = (key: string): Window | undefined => {
      const window = windows.get(`${name} ${key}`);
      return window !== undefined && window.endsAt > clock.elapsed() ? window : undefined;
    };
    const told = ({ count, endsAt }: Window): RateCount => ({
      consumedPoints: count,
      msBeforeNext: endsAt - clock.elapsed(),
    });
    return {
      async consume(key) {
        const window = find(key) ?? { count: 0, endsAt: clock.elapsed() + seconds * 1_000 };
        windows.set(`${name} ${key}`, window);
        window.count += 1;
        if (window.count > requests) throw told(window);
        return told(window);
      },
      async get(key) {
        const window = find(key);
        return window === undefined ? null : told(window);
      },
    };
  };
}

export async function correctRateCounter(clock: ManualClock): Promise<RateCounterSubject> {
  return { counter: countsOn(clock), close: async () => {} };
}

function brokenFactory(
  fault: string,
  caughtBy: string,
  make: (counter: CounterFactory, clock: ManualClock) => CounterFactory,
): BrokenRateCounter {
  const create = async (clock: ManualClock) => ({
    counter: make(countsOn(clock), clock),
    close: async () => {},
  });
  return { fault, caughtBy, create };
}

/** Counts that do everything but this right. */
function brokenCounter(
  fault: string,
  caughtBy: string,
  make: (counter: RateCounter) => Partial<RateCounter>,
): BrokenRateCounter {
  return brokenFactory(fault, caughtBy, (counter) => (policy) => {
    const right = counter(policy);
    return { ...right, ...make(right) };
  });
}

const UP_TO = 'counts requests up to the policy, and rejects with the count beyond it';
const TELLS = 'returns a count without counting, and null if there is none';
const AT_ONCE = 'counts each of those that come at once';
const SEVERAL = 'counts for several processes';
const ENDS = 'has the end of the window, which begins with its first request';
const ANEW = 'begins anew when the window has ended';
const LENGTH = 'gives each policy a window of its own length';
const KEYS = 'counts keys apart';
const POLICIES = 'counts policies apart';

export const BROKEN_RATE_COUNTERS: readonly BrokenRateCounter[] = [
  brokenFactory('lets one request more through', UP_TO, (counter) => (policy) => {
    return counter({ ...policy, requests: policy.requests + 1 });
  }),
  brokenCounter('rejects with an Error', UP_TO, ({ consume }) => ({
    consume: (key) => consume(key).catch(() => Promise.reject(new FaultError('too many'))),
  })),
  brokenCounter('rejects nobody', UP_TO, ({ consume }) => ({
    // It rejects with a count.
    consume: (key) => consume(key).catch((count: unknown) => count as RateCount),
  })),
  brokenCounter('counts whoever asks', TELLS, ({ consume, get }) => ({
    async get(key) {
      const count = await get(key);
      if (count !== null) await consume(key);
      return count;
    },
  })),
  brokenCounter('knows a count of everybody', TELLS, ({ get }) => ({
    get: async (key) => (await get(key)) ?? { consumedPoints: 0, msBeforeNext: 0 },
  })),
  brokenFactory('reads before it writes', AT_ONCE, (counter) => (policy) => {
    const right = counter(policy);
    return {
      ...right,
      async consume(key) {
        const before = await right.get(key);
        await nextTurn();
        await right.consume(key).catch(() => undefined);
        const count = { consumedPoints: (before?.consumedPoints ?? 0) + 1, msBeforeNext: 1 };
        if (count.consumedPoints > policy.requests) throw count;
        return count;
      },
    };
  }),
  {
    fault: 'counts in one process alone',
    caughtBy: SEVERAL,
    create: async (clock) => ({
      counter: countsOn(clock),
      another: async () => countsOn(clock),
      close: async () => {},
    }),
  },
  brokenFactory('begins a window with each request', ENDS, (counter) => (policy) => {
    const right = counter(policy);
    const untilNext = (count: RateCount) => ({ ...count, msBeforeNext: policy.seconds * 1_000 });
    return {
      ...right,
      consume: (key) =>
        right.consume(key).then(untilNext, (count: RateCount) => Promise.reject(untilNext(count))),
    };
  }),
  brokenFactory('never begins anew', ANEW, () => countsOn({ elapsed: () => 0 })),
  brokenFactory('gives every policy the same window', LENGTH, (counter) => (policy) => {
    return counter({ ...policy, seconds: 3_600 });
  }),
  brokenCounter('does not look at the case of keys', KEYS, ({ consume, get }) => ({
    consume: (key) => consume(key.toLowerCase()),
    get: (key) => get(key.toLowerCase()),
  })),
  brokenCounter('cuts long keys off', KEYS, ({ consume, get }) => ({
    consume: (key) => consume(key.slice(0, 3)),
    get: (key) => get(key.slice(0, 3)),
  })),
  brokenFactory('counts all policies together', POLICIES, (counter) => (policy) => {
    return counter({ ...policy, name: 'other' });
  }),
];
