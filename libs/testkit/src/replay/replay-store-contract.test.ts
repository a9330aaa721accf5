import {
  accountId,
  type Clock,
  MemoryReplayStore,
  type ReplayAnswer,
  type ReplayKey,
  type ReplayStore,
} from '@dialproof/core';
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

/** A store that knows each request by another key. */
const under =
  (keyOf: (key: ReplayKey) => Partial<ReplayKey>): Wrong =>
  (store) => ({
    begin: (request) => store.begin({ ...request, ...keyOf(request) }),
    complete: (lease, answer) => store.complete({ ...lease, ...keyOf(lease) }, answer),
    abandon: (lease) => store.abandon({ ...lease, ...keyOf(lease) }),
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
    'begins a request once whose lease has ended': sharing('begin'),
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
    'keeps the first answer of a request': (store) => {
      let last: ReplayAnswer | undefined;
      return {
        complete(lease, answer) {
          last = answer;
          return store.complete(lease, answer);
        },
        async begin(request) {
          const begun = await store.begin(request);
          return begun.outcome === 'done' ? { ...begun, ...last } : begun;
        },
      };
    },
    'keeps an answer from the moment of its arrival': (store, clock) => {
      let begunAt = 0;
      return {
        begin(request) {
          begunAt ||= clock.elapsed();
          return store.begin(request);
        },
        complete: (lease, answer) =>
          store.complete(lease, { ...answer, keepMs: answer.keepMs - (clock.elapsed() - begunAt) }),
      };
    },
    'keeps keys apart that differ in anything, and those of accounts': [
      under(({ key }) => ({ key: key.toLowerCase() })),
      under(({ key }) => ({ key: key.normalize() })),
      under(() => ({ accountId: accountId('everyone') })),
    ],
    'keeps copies of its arguments, and returns copies': [
      lending('begin'),
      (store) => {
        let kept = new Uint8Array();
        return {
          complete(lease, answer) {
            kept = answer.reply as Uint8Array<ArrayBuffer>;
            return store.complete(lease, answer);
          },
          async begin(request) {
            const begun = await store.begin(request);
            return begun.outcome === 'done' ? { ...begun, reply: new Uint8Array(kept) } : begun;
          },
        };
      },
    ],

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
