import { type Clock, MemoryReplayStore, type ReplayStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import {
  byOwnTime,
  byWallClock,
  crowding,
  failing,
  lending,
  type Mutant,
  nextTurn,
  ONE_TOKEN,
  provesSuite,
  sharing,
} from '../runner/suite-proof.fixture.js';
import { replayStoreContract } from './replay-store-contract.js';
import { LEASE_MS, type ReplayStoreSubject } from './sample-request.js';

type Wrong = Mutant<ReplayStore, ReplayStoreSubject>;

const create = (clock: Clock, change: (right: ReplayStore) => ReplayStore): ReplayStoreSubject => ({
  store: change(new MemoryReplayStore({ clock })),
  close: async () => {},
});

/** Takes a lease for lost as soon as its time has passed, although nobody else was given it. */
const losingAtTheEnd: Wrong = (store) => ({
  async complete(lease, answer) {
    await store.begin({ ...lease, leaseMs: 0, maxPerAccount: 99 });
    await store.complete(lease, answer);
  },
});

const withOneToken: Wrong = (_, clock) => new MemoryReplayStore({ clock, entropy: ONE_TOKEN });

describe('MemoryReplayStore', () => {
  provesSuite<ReplayStore, ReplayStoreSubject>(replayStoreContract, create, {
    'begins a request once that comes several times at once': sharing('begin'),
    'answers the different requests of many callers of an account, and their repeats': crowding('begin', 10),
    'has the places of an account taken once, also at once': (store) => {
      let begun = 0;
      return {
        async begin(request) {
          const isFull = begun >= request.maxPerAccount;
          await nextTurn();
          begun += 1;
          if (isFull) return { outcome: 'full', retryAfterMs: LEASE_MS };
          return await store.begin({ ...request, maxPerAccount: Number.POSITIVE_INFINITY });
        },
      };
    },
    ...failing(
      withOneToken,
      'begins a request anew when its lease has ended, not before',
      'keeps a lease that is extended, and no other',
      'shows whether a request had been begun before',
    ),
    'takes the answer of a lease whose time has passed, unless others have begun': [
      withOneToken,
      losingAtTheEnd,
    ],
    'keeps copies of its arguments, and returns copies': lending('begin'),

    ...failing(
      byWallClock,
      'measures leases and answers alike when the clock is set ahead',
      'measures leases and answers alike when the clock is set back',
    ),
    'remembers requests and answers when it is opened again': (_, clock) => ({
      reopen: async () => new MemoryReplayStore({ clock }),
    }),
  });
});

describe('MemoryReplayStore, by a time of its own', () => {
  replayStoreContract({ describe, it }, byOwnTime(create));
});
