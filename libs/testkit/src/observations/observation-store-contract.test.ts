import type { Observation, ObservationStore } from '@dialproof/core';
import { describe } from 'vitest';
import { MemoryObservationStore } from '../memory/index.js';
import { crowding, lending, nextTurn, provesSuite } from '../runner/suite-proof.fixture.js';
import { type ObservationStoreSubject, observationStoreContract } from './observation-store-contract.js';

describe('MemoryObservationStore', () => {
  provesSuite<ObservationStore, ObservationStoreSubject>(
    observationStoreContract,
    (_, change) => ({ store: change(new MemoryObservationStore()), close: async () => {} }),
    {
      'keeps the newest of each number that many callers record at once, in any order': crowding(
        'record',
        10,
      ),
      'keeps the newest of concurrent observations': (store) => ({
        async record([seen, ...others]) {
          if (seen === undefined) return;
          const [known] = await store.find([seen.number], 0);
          await nextTurn();
          if (known === undefined || known.seenAt < seen.seenAt) await store.forget(seen.number);
          await store.record([seen, ...others]);
        },
      }),
      'keeps copies of its arguments, and returns copies': [
        lending('find'),
        (store) => {
          const given = new Map<string, Observation>();
          return {
            async record(observations) {
              for (const seen of observations) given.set(seen.number, seen);
              await store.record(observations);
            },
            find: async (numbers) => numbers.flatMap((number) => ({ ...given.get(number) }) as Observation),
          };
        },
      ],
      'remembers observations when it is opened again': () => ({
        reopen: async () => new MemoryObservationStore(),
      }),
    },
  );
});
