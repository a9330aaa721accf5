import {
  type AccountId,
  accountId,
  type Clock,
  type ManualClock,
  MemoryReplayStore,
  type ReplayAnswer,
  type ReplayKey,
  type ReplayStore,
} from '@dialproof/core';
import { type Broken, FaultError, nextTurn, withFault } from '../runner/broken.fixture.js';
import type { ReplayStoreSubject } from './replay-store-subject.js';
import { LEASE_MS } from './sample-request.js';

type BrokenReplays = Broken<ReplayStoreSubject, [ManualClock]>;

export async function correctReplays(clock: ManualClock): Promise<ReplayStoreSubject> {
  return { store: new MemoryReplayStore({ clock }), close: async () => {} };
}

/** A store that does everything but this right. */
function brokenReplays(
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
const under =
  (keyOf: <Request extends ReplayKey>(request: Request) => Request) =>
  (store: ReplayStore): Partial<ReplayStore> => ({
    begin: (request) => store.begin(keyOf(request)),
    complete: (lease, answer) => store.complete(keyOf(lease), answer),
    abandon: (lease) => store.abandon(keyOf(lease)),
    extend: (lease, leaseMs) => store.extend(keyOf(lease), leaseMs),
  });

/** A store with methods that do not look at the token: `current` makes of a lease the one that is held. */
function blindly(
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

const nameOf = ({ accountId: account, key }: ReplayKey) => `${account} ${key}`;
const wallClock = (clock: ManualClock): Clock => ({
  now: () => clock.now(),
  elapsed: () => clock.now(),
  schedule: (ms, callback) => clock.schedule(ms, callback),
});

const BEGINS = 'begins a request that it does not know';
const ANEW = 'begins a request anew when its lease has ended, not before';
const EXTENDED = 'keeps a lease that is extended, and no other';
const APART = 'keeps keys apart that differ in anything, and those of accounts';
const REPEAT = 'answers a repeat with what the request was answered with';
const FOR_ITS_TIME = 'keeps an answer for its time, and no longer';
const FIRST = 'keeps the first answer of a request';
const LATE = 'takes the answer of a lease whose time has passed, unless others have begun';
const ABANDONED = 'begins a request anew that was abandoned';
const REMOVES = 'removes what has had its time, as much as it is told to';
const COPIES = 'keeps copies of what it is given, and gives copies';

export const BROKEN_REPLAYS: readonly BrokenReplays[] = [
  brokenReplays('takes every request for new', BEGINS, (store) => ({
    begin: (request) => store.begin({ ...request, leaseMs: 0 }),
  })),
  brokenReplays('does not say when to come again', BEGINS, (store) => ({
    async begin(request) {
      const begun = await store.begin(request);
      return begun.outcome === 'in_progress' ? { ...begun, retryAfterMs: 0 } : begun;
    },
  })),
  brokenReplays(
    'looks whether a request is known and then begins it',
    'begins a request once that comes several times at once',
    (store) => {
      const begun = new Set<string>();
      return {
        async begin(request) {
          const isKnown = begun.has(nameOf(request));
          await nextTurn();
          begun.add(nameOf(request));
          const answer = await store.begin(request);
          return isKnown || answer.outcome !== 'in_progress'
            ? answer
            : { outcome: 'new', token: 'another', wasBegun: true, requestId: 'another' };
        },
      };
    },
  ),
  brokenReplays(
    'looks whether a lease has ended and then takes it over',
    'begins a request once whose lease has ended',
    (store, clock) => {
      const until = new Map<string, number>();
      return {
        async begin(request) {
          const isFree = (until.get(nameOf(request)) ?? Number.POSITIVE_INFINITY) <= clock.elapsed();
          await nextTurn();
          until.set(nameOf(request), clock.elapsed() + request.leaseMs);
          const answer = await store.begin(request);
          return isFree && answer.outcome === 'in_progress'
            ? { outcome: 'new', token: 'another', wasBegun: true, requestId: 'another' }
            : answer;
        },
      };
    },
  ),
  brokenReplays('leaves a request to a process that was killed', ANEW, (store) => ({
    begin: (request) => store.begin({ ...request, leaseMs: 1e12 }),
  })),
  brokenReplays('gives every lease the same token', ANEW, (store) => ({
    async begin(request) {
      const begun = await store.begin(request);
      return begun.outcome === 'new' ? { ...begun, token: 'the token' } : begun;
    },
  })),
  brokenReplays('does not say that a request was begun', ANEW, (store) => ({
    async begin(request) {
      const begun = await store.begin(request);
      return begun.outcome === 'new' ? { ...begun, wasBegun: false } : begun;
    },
  })),
  brokenReplays(
    'takes an abandoned request for one that was begun',
    'says of a request whether somebody had begun it',
    (store) => {
      const begun = new Set<string>();
      return {
        async begin(request) {
          const answer = await store.begin(request);
          const wasBegun = begun.has(nameOf(request));
          begun.add(nameOf(request));
          return answer.outcome === 'new' ? { ...answer, wasBegun } : answer;
        },
      };
    },
  ),
  brokenReplays(
    'gives a request that was begun another id',
    'says of a request whether somebody had begun it',
    (store) => ({
      async begin(request) {
        const begun = await store.begin(request);
        return begun.outcome === 'new' ? { ...begun, requestId: begun.token } : begun;
      },
    }),
  ),
  brokenReplays(
    'gives a key one id for ever',
    'says of a request whether somebody had begun it',
    (store) => ({
      async begin(request) {
        const begun = await store.begin(request);
        return begun.outcome === 'new' ? { ...begun, requestId: nameOf(request) } : begun;
      },
    }),
  ),
  brokenReplays('extends no lease', EXTENDED, () => ({ extend: async () => true })),
  brokenReplays('extends a lease to where it ended', EXTENDED, (store) => ({
    extend: (lease) => store.extend(lease, LEASE_MS / 2),
  })),
  brokenReplays('extends a lease that has passed as lost', EXTENDED, (store, clock) => {
    const until = new Map<string, number>();
    return {
      async begin(request) {
        const begun = await store.begin(request);
        if (begun.outcome === 'new') until.set(begun.token, clock.elapsed() + request.leaseMs);
        return begun;
      },
      async extend(lease, leaseMs) {
        if ((until.get(lease.token) ?? 0) <= clock.elapsed()) return false;
        until.set(lease.token, clock.elapsed() + leaseMs);
        return store.extend(lease, leaseMs);
      },
    };
  }),
  brokenReplays('extends the lease of others', EXTENDED, (store) =>
    blindly(store, (current) => ({ extend: (lease, leaseMs) => store.extend(current(lease), leaseMs) })),
  ),
  brokenReplays(
    'compares keys in any case of letters',
    APART,
    under((request) => ({ ...request, key: request.key.toLowerCase() })),
  ),
  brokenReplays(
    'takes off the space around a key',
    APART,
    under((request) => ({ ...request, key: request.key.trim() })),
  ),
  brokenReplays(
    'normalises keys',
    APART,
    under((request) => ({ ...request, key: request.key.normalize() })),
  ),
  brokenReplays(
    'mixes the keys of accounts up',
    APART,
    under((request) => ({ ...request, accountId: accountId('everyone') as AccountId })),
  ),
  brokenReplays('takes no long key', APART, (store) => ({
    async begin(request) {
      if (request.key.length > 200) throw new FaultError('value too long');
      return store.begin(request);
    },
  })),
  ...(['ahead', 'back'] as const).map((direction) => ({
    fault: `goes by the wall clock, which is set ${direction}`,
    caughtBy: `measures leases and answers alike when the clock is set ${direction}`,
    create: async (clock: ManualClock) => ({
      store: new MemoryReplayStore({ clock: wallClock(clock) }),
      close: async () => {},
    }),
  })),
  brokenReplays('keeps replies as text', REPEAT, (store) => ({
    complete: (lease, answer) =>
      store.complete(lease, { ...answer, reply: Buffer.from(Buffer.from(answer.reply).toString('utf8')) }),
  })),
  brokenReplays('keeps no fingerprint', REPEAT, (store) => ({
    complete: (lease, answer) => store.complete(lease, { ...answer, fingerprint: '' }),
  })),
  brokenReplays('forgets an answer when it has given it', REPEAT, (store) => {
    const given = new Set<string>();
    return {
      async begin(request) {
        const begun = await store.begin(request);
        if (begun.outcome !== 'done') return begun;
        if (given.has(nameOf(request)))
          return { outcome: 'new', token: 'another', wasBegun: true, requestId: 'another' };
        given.add(nameOf(request));
        return begun;
      },
    };
  }),
  brokenReplays('keeps answers for ever', FOR_ITS_TIME, (store) => ({
    complete: (lease, answer) => store.complete(lease, { ...answer, keepMs: 1e12 }),
  })),
  brokenReplays('keeps answers for a minute', FOR_ITS_TIME, (store) => ({
    complete: (lease, answer) =>
      store.complete(lease, { ...answer, keepMs: Math.min(answer.keepMs, 60_000) }),
  })),
  brokenReplays(
    'keeps an answer for as long from the beginning',
    'keeps an answer from the moment at which it came',
    (store, clock) => {
      const begunAt = new Map<string, number>();
      return {
        async begin(request) {
          const begun = await store.begin(request);
          if (begun.outcome === 'new') begunAt.set(begun.token, clock.elapsed());
          return begun;
        },
        complete: (lease, answer) => {
          const passedMs = clock.elapsed() - (begunAt.get(lease.token) ?? 0);
          return store.complete(lease, { ...answer, keepMs: answer.keepMs - passedMs });
        },
      };
    },
  ),
  brokenReplays('keeps the last answer of a request', FIRST, (store) => {
    const last = new Map<string, ReplayAnswer>();
    return {
      async complete(lease, answer) {
        last.set(nameOf(lease), answer);
        await store.complete(lease, answer);
      },
      async begin(request) {
        const begun = await store.begin(request);
        return begun.outcome === 'done' ? { ...begun, ...last.get(nameOf(request)) } : begun;
      },
    };
  }),
  brokenReplays('abandons a request that has an answer', FIRST, (store) => {
    const abandoned = new Set<string>();
    return {
      async abandon(lease) {
        abandoned.add(nameOf(lease));
        await store.abandon(lease);
      },
      begin: async (request) =>
        abandoned.has(nameOf(request))
          ? { outcome: 'new', token: 'another', wasBegun: true, requestId: 'another' }
          : store.begin(request),
    };
  }),
  brokenReplays('takes no answer of a lease whose time has passed', LATE, (store, clock) => {
    const until = new Map<string, number>();
    return {
      async begin(request) {
        const begun = await store.begin(request);
        if (begun.outcome === 'new') until.set(begun.token, clock.elapsed() + request.leaseMs);
        return begun;
      },
      async complete(lease, answer) {
        if ((until.get(lease.token) ?? 0) > clock.elapsed()) await store.complete(lease, answer);
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
    'keeps an answer of whoever comes',
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
          const begun = await store.begin({ ...lease, leaseMs: 1 });
          if (begun.outcome === 'new') await store.complete({ ...lease, token: begun.token }, answer);
        },
        abandon: (lease) => store.abandon(lease),
      };
    },
  ),
  brokenReplays('removes nothing', REMOVES, () => ({ expire: async () => 0 })),
  brokenReplays('removes everything at once', REMOVES, (store) => ({
    expire: () => store.expire({ limit: 1_000 }),
  })),
  brokenReplays('counts what it was told to remove', REMOVES, (store) => ({
    async expire({ limit }) {
      await store.expire({ limit });
      return limit;
    },
  })),
  brokenReplays("keeps the caller's bytes", COPIES, (store) => {
    const kept = new Map<string, Uint8Array>();
    return {
      async complete(lease, answer) {
        kept.set(nameOf(lease), answer.reply);
        await store.complete(lease, answer);
      },
      async begin(request) {
        const begun = await store.begin(request);
        const reply = kept.get(nameOf(request));
        return begun.outcome === 'done' && reply !== undefined
          ? { ...begun, reply: new Uint8Array(reply) }
          : begun;
      },
    };
  }),
  brokenReplays('gives its own bytes away', COPIES, (store) => {
    const given = new Map<string, Uint8Array>();
    return {
      async begin(request) {
        const begun = await store.begin(request);
        if (begun.outcome !== 'done') return begun;
        const reply = given.get(nameOf(request)) ?? begun.reply;
        given.set(nameOf(request), reply);
        return { ...begun, reply };
      },
    };
  }),
  {
    fault: 'forgets everything at a restart',
    caughtBy: 'remembers requests and answers when it is opened again',
    create: async (clock) => ({
      store: new MemoryReplayStore({ clock }),
      reopen: async () => new MemoryReplayStore({ clock }),
      close: async () => {},
    }),
  },
];
