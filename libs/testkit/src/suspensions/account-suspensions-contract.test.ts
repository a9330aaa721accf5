import { type AccountSuspensions, MemoryTaskStore, type TaskStore } from '@dialproof/core';
import { describe } from 'vitest';
import { provesSuite } from '../runner/suite-proof.fixture.js';
import {
  type AccountSuspensionsSubject,
  accountSuspensionsContract,
} from './account-suspensions-contract.js';

describe('MemoryTaskStore', () => {
  provesSuite<AccountSuspensions & TaskStore, AccountSuspensionsSubject>(
    accountSuspensionsContract,
    (clock, change) => {
      const store = change(new MemoryTaskStore({ clock }));
      return { store, suspensions: store, close: async () => {} };
    },
    {
      'shows why a task waits, also in an outage, and since when': (store) => ({
        async suspendAccount(account) {
          await store.reinstateAccount(account);
          await store.suspendAccount(account);
        },
      }),
      'takes the answers of a chunk that was leased before, tells its worker to stop, and claims it no more':
        (store) => ({
          async record(lease, record) {
            const answer = await store.record(lease, record);
            return answer.outcome === 'recorded' ? { ...answer, isEnding: false } : answer;
          },
        }),
    },
  );
});
