import {
  type AccountRegistry,
  type AccountTokens,
  type Authenticator,
  accountId,
  DialproofError,
  ManualClock,
  MemoryAuthenticator,
} from '@dialproof/core';
import { describe } from 'vitest';
import { MemoryAccountRegistry, MemoryAccountTokens } from '../memory/index.js';
import { crowding, lending, nextTurn, provesSuite, sharing } from '../runner/suite-proof.fixture.js';
import { type AccountRegistrySubject, accountRegistryContract } from './account-registry-contract.js';
import { type AccountTokensSubject, accountTokensContract } from './account-tokens-contract.js';
import { type AuthenticatorSubject, authenticatorContract } from './authenticator-contract.js';

const [ADA, BOB] = [accountId('ada'), accountId('bob')];
const close = async () => {};

describe('MemoryAuthenticator', () => {
  const known = [
    ['token-of-Ada', { accountId: ADA, suspended: false }],
    ['another-token-of-Ada', { accountId: ADA, suspended: false }],
    ['narrow-token-of-Ada', { accountId: ADA, suspended: false, scopes: ['read'] }],
    ['token-of-Bob', { accountId: BOB, suspended: true }],
  ] as const;

  provesSuite<Authenticator, AuthenticatorSubject>(
    authenticatorContract,
    (_, change) => ({ authenticator: change(new MemoryAuthenticator(known)), known, close }),
    {
      'says the same whenever and however often it is asked at once': crowding('authenticate'),
      'is not changed through its answers': lending('authenticate'),
    },
  );
});

describe('MemoryAccountRegistry', () => {
  const create = (
    _: unknown,
    change: (right: AccountRegistry) => AccountRegistry,
  ): AccountRegistrySubject => {
    const authenticator = new MemoryAuthenticator();
    const closedRegistry = { register: () => Promise.reject(new DialproofError('registration_closed')) };
    return {
      ...{ registry: change(new MemoryAccountRegistry({ authenticator })), authenticator, closedRegistry },
      close,
    };
  };

  provesSuite<AccountRegistry, AccountRegistrySubject>(accountRegistryContract, create, {
    'opens one account when an address is asked for many times at once': [
      sharing('register'),
      crowding('register'),
    ],
    'remembers accounts and tokens when it is opened again': () => ({
      reopen: async () => create(undefined, (right) => right),
    }),
  });
});

describe('MemoryAccountTokens', () => {
  provesSuite<AccountTokens, AccountTokensSubject>(
    accountTokensContract,
    (_, change) => {
      const clock = new ManualClock(1_767_225_600_000);
      const authenticator = new MemoryAuthenticator();
      return {
        ...{ tokens: change(new MemoryAccountTokens({ authenticator, clock })), authenticator },
        accounts: [ADA, BOB],
        advance: (ms) => clock.advance(ms),
        now: () => clock.now(),
        close,
      };
    },
    {
      'makes as many as there may be, also when several ask at once': (tokens) => ({
        async issue(asked) {
          const { length } = await tokens.list(asked.accountId);
          if (length >= asked.maxPerAccount) return undefined;
          await nextTurn();
          return tokens.issue({ ...asked, maxPerAccount: Number.POSITIVE_INFINITY });
        },
      }),
    },
  );
});
