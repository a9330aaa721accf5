import {
  type Clock,
  type ManualClock,
  MemoryReplayStore,
  type ReplayKey,
  type ReplayStore,
} from '@dialproof/core';
import { type Broken, withFault } from '../runner/broken.fixture.js';
import type { ReplayStoreSubject } from './replay-store-subject.js';

export type BrokenReplays = Broken<ReplayStoreSubject, [ManualClock]>;

export async function correctReplays(clock: ManualClock): Promise<ReplayStoreSubject> {
  return { store: new MemoryReplayStore({ clock }), close: async () => {} };
}

/** A store that does everything but this right. */
export function brokenReplays(
  fault: string,
  caughtBy: string,
  make: (store: ReplayStore, clock: ManualClock) => Partial<ReplayStore>,
): BrokenReplays {
  const create = async (clock: ManualClock) => {
    const store: ReplayStore = new MemoryReplayStore({ clock });
    return { store: withFault(store, make(store, clock)), close: async () => {} };
  };
  return { fault, caughtBy, create };
}

/** A store whose methods see each request as `keyOf` says. */
export const under =
  (keyOf: <Request extends ReplayKey>(request: Request) => Request) =>
  (store: ReplayStore): Partial<ReplayStore> => ({
    begin: (request) => store.begin(keyOf(request)),
    complete: (lease, answer) => store.complete(keyOf(lease), answer),
    abandon: (lease) => store.abandon(keyOf(lease)),
    extend: (lease, leaseMs) => store.extend(keyOf(lease), leaseMs),
  });

/** A store with methods that ignore the token: `current` replaces a lease by the present one. */
export function blindly(
  store: ReplayStore,
  make: (
    current: <Lease extends ReplayKey>(lease: Lease) => Lease & { token: string },
  ) => Partial<ReplayStore>,
): Partial<ReplayStore> {
  const tokens = new Map<string, string>();
  return {
    async begin(request) {
      const begun = await store.begin(request);
      if (begun.outcome === 'new') tokens.set(nameOf(request), begun.token);
      return begun;
    },
    ...make((lease) => ({ ...lease, token: tokens.get(nameOf(lease)) ?? '' })),
  };
}

export const nameOf = ({ accountId: account, key }: ReplayKey) => `${account} ${key}`;
export const wallClock = (clock: ManualClock): Clock => ({
  now: () => clock.now(),
  elapsed: () => clock.now(),
  schedule: (ms, callback) => clock.schedule(ms, callback),
});
