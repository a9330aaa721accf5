import {
  type ManualClock,
  MemoryReplayStore,
  type ReplayBegin,
  type ReplayLease,
  type ReplayStore,
} from '@dialproof/core';
import { FaultError } from '../runner/broken.fixture.js';
import { type BrokenReplays, blindly, brokenReplays, nameOf, wallClock } from './broken-store.fixture.js';
import { LEASE_MS } from './sample-request.js';

const EXTENDED = 'keeps a lease that is extended, and no other';
const LATE = 'takes the answer of a lease whose time has passed, unless others have begun';
const ABANDONED = 'begins a request anew that was abandoned';

/** The leases that a store has given, for faults that go by when they end. */
function leaseTimes(store: ReplayStore, clock: ManualClock) {
  const until = new Map<string, number>();
  const lease = ({ token }: Pick<ReplayLease, 'token'>, leaseMs: number) =>
    until.set(token, clock.elapsed() + leaseMs);
  return {
    lease,
    hasPassed: ({ token }: ReplayLease) => (until.get(token) ?? 0) <= clock.elapsed(),
    async begin(request: ReplayBegin) {
      const begun = await store.begin(request);
      if (begun.outcome === 'new') lease(begun, request.leaseMs);
      return begun;
    },
  };
}

export const BROKEN_LEASES: readonly BrokenReplays[] = [
  brokenReplays('extends no lease', EXTENDED, () => ({ extend: async () => true })),
  brokenReplays('extends a lease to where it ended', EXTENDED, (store) => ({
    extend: (lease) => store.extend(lease, LEASE_MS / 2),
  })),
  brokenReplays('extends a lease that has passed as lost', EXTENDED, (store, clock) => {
    const times = leaseTimes(store, clock);
    return {
      begin: times.begin,
      async extend(lease, leaseMs) {
        if (times.hasPassed(lease)) return false;
        times.lease(lease, leaseMs);
        return store.extend(lease, leaseMs);
      },
    };
  }),
  brokenReplays('extends the lease of others', EXTENDED, (store) =>
    blindly(store, (current) => ({ extend: (lease, leaseMs) => store.extend(current(lease), leaseMs) })),
  ),
  ...(['ahead', 'back'] as const).map((direction) => ({
    fault: `goes by the wall clock, which is set ${direction}`,
    caughtBy: `measures leases and answers alike when the clock is set ${direction}`,
    create: async (clock: ManualClock) => ({
      store: new MemoryReplayStore({ clock: wallClock(clock) }),
      close: async () => {},
    }),
  })),
  brokenReplays('takes no answer of a lease whose time has passed', LATE, (store, clock) => {
    const { begin, hasPassed } = leaseTimes(store, clock);
    return {
      begin,
      async complete(lease, answer) {
        if (!hasPassed(lease)) await store.complete(lease, answer);
      },
    };
  }),
  brokenReplays('takes an answer from whoever has lost the lease', LATE, (store) =>
    blindly(store, (current) => ({ complete: (lease, answer) => store.complete(current(lease), answer) })),
  ),
  brokenReplays('lets whoever has lost a lease abandon it', LATE, (store) =>
    blindly(store, (current) => ({ abandon: (lease) => store.abandon(current(lease)) })),
  ),
  brokenReplays('keeps a request that was abandoned', ABANDONED, () => ({ abandon: async () => {} })),
  brokenReplays('rejects the repeat of an abandon', ABANDONED, (store) => {
    const abandoned = new Set<string>();
    return {
      async abandon(lease) {
        if (abandoned.has(lease.token)) throw new FaultError('no such request');
        abandoned.add(lease.token);
        await store.abandon(lease);
      },
    };
  }),
  brokenReplays(
    'keeps an answer of any caller',
    'takes nothing of a request that was never begun',
    (store) => {
      const known = new Set<string>();
      return {
        async begin(request) {
          known.add(nameOf(request));
          return store.begin(request);
        },
        async complete(lease, answer) {
          if (known.has(nameOf(lease))) return store.complete(lease, answer);
          const begun = await store.begin({ ...lease, leaseMs: 1, maxPerAccount: 9 });
          if (begun.outcome === 'new') await store.complete({ ...lease, token: begun.token }, answer);
        },
        abandon: (lease) => store.abandon(lease),
      };
    },
  ),
];
