import { type Clock, type ListStore, MemoryListStore, MemoryTaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { MemoryEventOutbox } from '../memory/index.js';
import { failing, lending, nextTurn, provesSuite, sharing } from '../runner/suite-proof.fixture.js';
import { type ListStoreSubject, listStoreContract } from './list-store-contract.js';

function create(clock: Clock, change: (right: ListStore) => ListStore): ListStoreSubject {
  const outbox = new MemoryEventOutbox({ clock });
  const lists = new MemoryListStore({ clock, outbox });
  const store = new MemoryTaskStore({ clock, outbox, lists });
  return { lists: change(lists), store, archive: store, outbox, close: async () => {} };
}

describe('MemoryListStore', () => {
  provesSuite<ListStore, ListStoreSubject>(listStoreContract, create, {
    'gives concurrent callers different lists': sharing('claimDue'),
    'is not changed through its arguments and return values': lending('find'),
    'remembers lists when it is opened again': (_, clock) => ({
      reopen: async () => create(clock, (right) => right),
    }),
    // Reads the revision in one step and writes in another.
    ...failing(
      (right: ListStore) => ({
        async replace(replacement) {
          const found = await right.find(replacement.list);
          await nextTurn();
          if (found?.revision !== replacement.revision) return false;
          const now = await right.find(replacement.list);
          return await right.replace({ ...replacement, revision: now?.revision ?? 0 });
        },
      }),
      'replaces a list for one of several callers, with its events',
    ),
  });
});

describe('MemoryListStore, by a time of its own', () => {
  let passedMs = 0;
  listStoreContract({ describe, it }, async () => {
    const clock: Clock = {
      now: () => Date.now() + passedMs,
      elapsed: () => performance.now() + passedMs,
      schedule() {
        throw new Error('a store schedules nothing');
      },
    };
    return {
      ...create(clock, (right) => right),
      async pass(ms) {
        passedMs += ms;
      },
    };
  });
});
