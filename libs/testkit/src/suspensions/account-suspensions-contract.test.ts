import { type AccountSuspensions, type ManualClock, MemoryTaskStore, type TaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { type Broken, provesToCatch, withFault } from '../runner/broken.fixture.js';
import {
  type AccountSuspensionsSubject,
  accountSuspensionsContract,
} from './account-suspensions-contract.js';

async function correct(clock: ManualClock): Promise<AccountSuspensionsSubject> {
  const store = new MemoryTaskStore({ clock });
  return { store, suspensions: store, close: async () => {} };
}

function broken(
  fault: string,
  caughtBy: string,
  make: (store: MemoryTaskStore) => Partial<AccountSuspensions & TaskStore>,
): Broken<AccountSuspensionsSubject, [ManualClock]> {
  const create = async (clock: ManualClock) => {
    const store = new MemoryTaskStore({ clock });
    const faulty = withFault<AccountSuspensions & TaskStore>(store, make(store));
    return { store: faulty, suspensions: faulty, close: async () => {} };
  };
  return { fault, caughtBy, create };
}

const SUSPENDS_NOTHING = { suspendAccount: async () => undefined };

const BROKEN = [
  broken(
    'suspends nothing',
    'claims no chunk of a suspended account, and those of other accounts',
    () => SUSPENDS_NOTHING,
  ),
  broken(
    'polls for the work of suspended accounts',
    'has nothing to wait for where only suspended accounts have work',
    (store) => ({
      claim: async (request) => ({ ...(await store.claim(request)), retryAfterMs: 0 }),
    }),
  ),
  broken(
    'forgets an account without tasks',
    'suspends tasks that are queued later, of an account without any before',
    () => SUSPENDS_NOTHING,
  ),
  broken(
    'counts the time from the last suspension',
    'shows why a task waits, also in an outage, and since when',
    (store) => ({
      async suspendAccount(account) {
        await store.reinstateAccount(account);
        await store.suspendAccount(account);
      },
    }),
  ),
  broken(
    'lets the worker of a chunk go on',
    'takes the answers of a chunk that was leased before, tells its worker to stop, and claims it no more',
    (store) => ({
      async record(lease, record) {
        const answer = await store.record(lease, record);
        return answer.outcome === 'recorded' ? { ...answer, isEnding: false } : answer;
      },
    }),
  ),
  broken(
    'finishes nothing of a suspended account',
    'finishes a task whose numbers are all answered, and one that is failing',
    () => ({ fail: async () => undefined }),
  ),
  broken('discards nothing', 'discards an abandoned upload of a suspended account', (store) => ({
    async claim(request) {
      const answer = await store.claim(request);
      return { ...answer, claims: answer.claims.filter(({ kind }) => kind !== 'discard') };
    },
  })),
  broken('suspends for good', 'continues with the tasks of an account that is reinstated', () => ({
    reinstateAccount: async () => undefined,
  })),
];

describe('MemoryTaskStore', () => {
  accountSuspensionsContract({ describe, it }, correct);
});

describe('accountSuspensionsContract', () => {
  provesToCatch(accountSuspensionsContract, correct, BROKEN);
});
