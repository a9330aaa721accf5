import {
  type Clock,
  ManualClock,
  MemoryRateStore,
  type RateLease,
  type RateLeaseRequest,
  type RateStore,
  type SharedRateLimit,
} from '@dialproof/core';
import { type Broken, nextTurn, withFault } from '../runner/broken.fixture.js';
import type { RateStoreSubject } from './rate-store-subject.js';

type BrokenRateStore = Broken<RateStoreSubject, [ManualClock]>;
type Lease = RateStore['lease'];

export async function correctRateStore(clock: ManualClock): Promise<RateStoreSubject> {
  return { store: new MemoryRateStore({ clock }), close: async () => {} };
}

/** A store whose leases are made by another rule. */
function brokenStore(
  fault: string,
  caughtBy: string,
  make: (lease: Lease, clock: ManualClock) => Lease,
): BrokenRateStore {
  const create = async (clock: ManualClock) => {
    const store: RateStore = new MemoryRateStore({ clock });
    const lease: Lease = (request) => store.lease(request);
    return { store: withFault(store, { lease: make(lease, clock) }), close: async () => {} };
  };
  return { fault, caughtBy, create };
}

/** A store that gets a changed request. */
function asking(
  fault: string,
  caughtBy: string,
  change: (request: RateLeaseRequest) => Partial<RateLeaseRequest>,
): BrokenRateStore {
  return brokenStore(fault, caughtBy, (lease) => (request) => lease({ ...request, ...change(request) }));
}

/** A store that keeps other limits. */
function keeping(
  fault: string,
  caughtBy: string,
  change: (limit: SharedRateLimit) => Partial<SharedRateLimit>,
): BrokenRateStore {
  return asking(fault, caughtBy, ({ limits }) => ({
    limits: limits.map((limit) => ({ ...limit, ...change(limit) })),
  }));
}

const ahead = (lease: RateLease, ms: number): RateLease => ({
  delaysMs: lease.delaysMs.map((delayMs) => Math.max(0, delayMs - ms)),
  waitMs: Math.max(0, lease.waitMs - ms),
});

/** By the wall clock, which it takes for the elapsed time. */
const wallClock = (clock: ManualClock): Clock => ({
  now: () => clock.now(),
  elapsed: () => clock.now(),
  schedule: (delayMs, callback) => clock.schedule(delayMs, callback),
});

const SPREAD = 'lets calls begin one after another, spread over the window';
const AT_ONCE = 'lets all begin at once if the limit is not spread, and no more until the window has passed';
const WEIGHT = 'counts by weight, and lets no light call pass a heavy one';
const BATCH = 'reserves no more than a batch, after which the next lease continues';
const TOO_LONG = 'reserves nothing if the first would wait for too long, and has the length of the wait';
const PASSES = 'measures the wait by the time that passes';
const IN_TURN = 'lets leases at once come one after the other';
const AT_MOST = 'has no window with more than the limit, however many lease at once';
const SEVERAL = 'keeps several limits at once';

export const BROKEN_RATE_STORES: readonly BrokenRateStore[] = [
  keeping('lets all begin at once', SPREAD, () => ({ isSpread: false })),
  asking('leaves the tolerance out', SPREAD, () => ({ toleranceMs: 0 })),
  brokenStore('forgets what it has reserved', BATCH, (_, clock) => (request) => {
    return new MemoryRateStore({ clock }).lease(request);
  }),
  keeping('rounds a fraction up', 'keeps a fraction of a limit over many windows', ({ limit }) => ({
    limit: Math.ceil(limit),
  })),
  keeping('spreads every limit', AT_ONCE, () => ({ isSpread: true })),
  keeping('counts by windows that are half as long', AT_ONCE, ({ windowMs }) => ({ windowMs: windowMs / 2 })),
  brokenStore('never forgets', AT_ONCE, () => {
    const store = new MemoryRateStore({ clock: new ManualClock() });
    return (request) => store.lease(request);
  }),
  asking('counts each call as one', WEIGHT, ({ weights }) => ({ weights: weights.map(() => 1) })),
  asking('lets light calls pass', WEIGHT, ({ weights }) => ({
    weights: [...weights].sort((one, other) => one - other),
  })),
  asking('keeps the first limit alone', SEVERAL, ({ limits }) => ({ limits: limits.slice(0, 1) })),
  asking('keeps the last limit alone', SEVERAL, ({ limits }) => ({ limits: limits.slice(-1) })),
  brokenStore('saves up unused calls', 'saves nothing up in a time without calls', (lease, clock) => {
    let lastAt = clock.elapsed();
    return async (request) => {
      const savedMs = clock.elapsed() - lastAt;
      lastAt = clock.elapsed();
      return ahead(await lease(request), savedMs);
    };
  }),
  asking('gives all that is asked for', BATCH, () => ({ batchMs: Number.MAX_SAFE_INTEGER })),
  asking('waits as long as it takes', TOO_LONG, () => ({ maxWaitMs: Number.MAX_SAFE_INTEGER })),
  brokenStore('reserves what it refuses', TOO_LONG, (lease) => async (request) => {
    const given = await lease({ ...request, maxWaitMs: Number.MAX_SAFE_INTEGER });
    return given.waitMs > request.maxWaitMs ? { ...given, delaysMs: [] } : given;
  }),
  brokenStore('does not say how long', TOO_LONG, (lease) => async (request) => {
    const given = await lease(request);
    return given.delaysMs.length === 0 ? { ...given, waitMs: 0 } : given;
  }),
  brokenStore('tells the times of the lease before', PASSES, (lease, clock) => {
    const began = clock.elapsed();
    return async (request) => {
      const given = await lease(request);
      const passedMs = clock.elapsed() - began;
      return { delaysMs: given.delaysMs.map((ms) => ms + passedMs), waitMs: given.waitMs + passedMs };
    };
  }),
  ...(['ahead', 'back'] as const).map((direction) => ({
    fault: `goes by the wall clock, which is set ${direction}`,
    caughtBy: `reserves alike when the clock of the machine is set ${direction}`,
    create: async (clock: ManualClock) => ({
      store: new MemoryRateStore({ clock: wallClock(clock) }),
      close: async () => {},
    }),
  })),
  ...[IN_TURN, AT_MOST].map((caughtBy) =>
    brokenStore('reads before it writes', caughtBy, (lease) => {
      let same: Promise<RateLease> | undefined;
      return (request) => {
        same ??= lease(request).finally(() => nextTurn().then(() => (same = undefined)));
        return same;
      };
    }),
  ),
  {
    fault: 'keeps the limits of one process alone',
    caughtBy: 'keeps the limits for several processes',
    create: async (clock: ManualClock) => ({
      store: new MemoryRateStore({ clock }),
      another: async () => new MemoryRateStore({ clock }),
      close: async () => {},
    }),
  },
];
