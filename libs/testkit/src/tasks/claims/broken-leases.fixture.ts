import type { Lease, TaskId, TaskStore } from '@dialproof/core';
import { blindly, brokenStore, keyOf, noting, onClock } from '../subject/broken-store.fixture.js';

/** A store that keeps when the lease ends that was given last on each thing. */
function knowingEnds(
  store: TaskStore,
  elapsed: () => number,
  make: (endOf: (lease: Lease) => number) => Partial<TaskStore>,
): Partial<TaskStore> {
  const ends = new Map<string, number>();
  return {
    async claim(request) {
      const answer = await store.claim(request);
      for (const { lease } of answer.claims) ends.set(keyOf(lease), elapsed() + request.leaseMs);
      return answer;
    },
    ...make((lease) => ends.get(keyOf(lease)) ?? Number.POSITIVE_INFINITY),
  };
}

/** Leases whose tokens are made by `tokenOf` and are no secret between two holders. */
function withTokens(store: TaskStore, tokenOf: (lease: Lease) => string): Partial<TaskStore> {
  const shown = (lease: Lease) => ({ ...lease, token: tokenOf(lease) });
  const methods = blindly(store, (current) => ({
    appendRows: (lease, index, block) => store.appendRows(current(lease), index, block),
    enqueue: (lease, contents) => store.enqueue(current(lease), contents),
    discard: (lease) => store.discard(current(lease)),
    resume: (lease, contents) => store.resume(current(lease), contents),
    extendLease: (lease, ms) => store.extendLease(current(lease), ms),
    giveBack: (lease, ms) => store.giveBack(current(lease), ms),
    finish: (lease, ending) => store.finish(current(lease), ending),
  }));
  return {
    ...methods,
    begin: async (draft) => shown(await methods.begin(draft)),
    async claim(request) {
      const answer = await methods.claim(request);
      return { ...answer, claims: answer.claims.map((one) => ({ ...one, lease: shown(one.lease) })) };
    },
  };
}

const AGAIN = 'claims a chunk again when its lease has ended, not before';
const ENDS_ALL = 'ends every lease and pause of any kind on request';
const keeps = (kind: string) => `keeps a ${kind} claimed whose lease is extended, from now on`;
const revives = (kind: string) =>
  `extends the lease of a ${kind} that has ended, unless others were given one`;

export const BROKEN_LEASES = [
  brokenStore(
    'gives every lease on a thing the same token',
    'gives every lease a token of its own',
    (store) => withTokens(store, keyOf),
  ),
  brokenStore('never gives a claim to another when its lease ends', AGAIN, (store) => ({
    claim: (request) => store.claim({ ...request, leaseMs: Number.MAX_SAFE_INTEGER }),
  })),
  brokenStore('holds a lease for longer', AGAIN, (store) => ({
    claim: (request) => store.claim({ ...request, leaseMs: request.leaseMs + 7_000 }),
  })),
  brokenStore('holds a lease for half its time', AGAIN, (store) => ({
    claim: (request) => store.claim({ ...request, leaseMs: request.leaseMs / 2 }),
  })),
  brokenStore(
    'goes back to expired chunks only when there are no others',
    'claims chunks whose leases have ended before those behind them',
    (store) => {
      const claimed = new Set<string>();
      return {
        async claim(request) {
          const answer = await store.claim({ ...request, limit: 999 });
          const fresh = answer.claims.filter(({ lease }) => !claimed.has(keyOf(lease)));
          const chosen = (fresh.length > 0 ? fresh : answer.claims).slice(0, request.limit);
          for (const claim of answer.claims) {
            if (chosen.includes(claim)) claimed.add(keyOf(claim.lease));
            else await store.giveBack(claim.lease, 0);
          }
          return { ...answer, claims: chosen };
        },
      };
    },
  ),
  brokenStore('does not extend the lease of a chunk', keeps('check'), () => ({
    extendLease: async () => true,
  })),
  brokenStore('adds to what is left of a lease', keeps('check'), (store, clock) =>
    knowingEnds(
      store,
      () => clock.elapsed(),
      (endOf) => ({
        extendLease: (lease, ms) =>
          store.extendLease(lease, ms + Math.max(0, Math.min(endOf(lease) - clock.elapsed(), 9_999_999))),
      }),
    ),
  ),
  brokenStore('extends the leases of chunks alone', keeps('finish'), (store) => ({
    extendLease: async (lease, ms) => lease.chunkIndex !== null && store.extendLease(lease, ms),
  })),
  ...(['check', 'finish'] as const).flatMap((kind) => [
    brokenStore(`extends no lease of a ${kind} whose time has passed`, revives(kind), (store, clock) =>
      knowingEnds(
        store,
        () => clock.elapsed(),
        (endOf) => ({
          extendLease: async (lease, ms) => clock.elapsed() < endOf(lease) && store.extendLease(lease, ms),
        }),
      ),
    ),
    brokenStore(`extends the lease on a ${kind} that is another's by now`, revives(kind), (store) =>
      blindly(store, (current) => ({ extendLease: (lease, ms) => store.extendLease(current(lease), ms) })),
    ),
  ]),
  brokenStore(
    'says that it extends the lease of a complete chunk',
    'extends no lease of a complete chunk',
    (store) => {
      const complete = new Set<string>();
      return {
        record(lease, record) {
          if (record.isComplete) complete.add(keyOf(lease));
          return store.record(lease, record);
        },
        extendLease: async (lease, ms) => complete.has(keyOf(lease)) || store.extendLease(lease, ms),
      };
    },
  ),
  brokenStore(
    'says that it extends a lease on ended work',
    'extends no lease of a task that has ended',
    (store) => {
      const ended = new Set<TaskId>();
      return {
        finish(lease, ending) {
          ended.add(lease.taskId);
          return store.finish(lease, ending);
        },
        extendLease: async (lease, ms) => ended.has(lease.taskId) || store.extendLease(lease, ms),
      };
    },
  ),
  brokenStore('says that it extends what was given back', 'extends no lease that was given back', (store) => {
    const givenBack = new Set<string>();
    return {
      async giveBack(lease, ms) {
        givenBack.add(lease.token);
        await store.giveBack(lease, ms);
      },
      extendLease: async (lease, ms) => (await store.extendLease(lease, ms)) || givenBack.has(lease.token),
    };
  }),
  brokenStore(
    'takes any token that there is for the right one',
    "extends nothing under the token of another's lease",
    (store) =>
      blindly(store, (current) => ({
        extendLease: (lease, ms) => store.extendLease(current(lease), ms),
        giveBack: (lease, ms) => store.giveBack(current(lease), ms),
      })),
  ),
  ...(['ahead', 'back'] as const).map((direction) =>
    onClock(
      `goes by the wall clock, which is set ${direction}`,
      `measures leases and pauses alike when the clock is set ${direction}`,
      (clock) => ({
        now: () => clock.now(),
        elapsed: () => clock.now(),
        schedule: (ms, callback) => clock.schedule(ms, callback),
      }),
    ),
  ),
  brokenStore('leaves leases alone when it is told to end them', ENDS_ALL, () => ({
    endLeases: async () => {},
  })),
  brokenStore('ends the leases of drafts and retries alone', ENDS_ALL, (store) => {
    const held = new Map<string, Lease>();
    const notes = noting(store, (lease, claim) => {
      if (claim === null) held.set(keyOf(lease), lease);
    });
    return {
      ...notes,
      async endLeases() {
        for (const lease of held.values()) await store.giveBack(lease, 0);
      },
    };
  }),
  brokenStore('ends leases, and no pause', ENDS_ALL, (store, clock) => {
    const paused = new Map<string, number>();
    return {
      async giveBack(lease, ms) {
        paused.set(keyOf(lease), clock.elapsed() + ms);
        await store.giveBack(lease, ms);
      },
      async endLeases() {
        await store.endLeases();
        const { claims } = await store.claim({ leaseMs: 1, limit: 999, taskId: null });
        for (const { lease } of claims) {
          await store.giveBack(lease, Math.max(0, (paused.get(keyOf(lease)) ?? 0) - clock.elapsed()));
        }
      },
    };
  }),
  brokenStore(
    'leaves leases alone after a restart',
    'ends the leases of an earlier process on request',
    () => ({
      endLeases: async () => {},
    }),
  ),
];
