import {
  type AccountRegistry,
  type AccountTokens,
  type AuthenticatedAccount,
  type Authenticator,
  accountId,
  DialproofError,
  ManualClock,
  MemoryAuthenticator,
} from '@dialproof/core';
import { describe } from 'vitest';
import { MemoryAccountRegistry, MemoryAccountTokens } from '../memory/index.js';
import {
  crowding,
  lending,
  type Mutant,
  nextTurn,
  provesSuite,
  sharing,
} from '../runner/suite-proof.fixture.js';
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

  /** Finds an account by the first known token for which this is so. */
  const finding =
    (isIt: (known: string, token: string) => boolean): Mutant<Authenticator, AuthenticatorSubject> =>
    () => ({
      async authenticate({ token }) {
        const found = known.find(([one]) => token !== undefined && isIt(one, token));
        return found && structuredClone(found[1]);
      },
    });

  provesSuite<Authenticator, AuthenticatorSubject>(
    authenticatorContract,
    (_, change) => ({ authenticator: change(new MemoryAuthenticator(known)), known, close }),
    {
      'knows nobody by another token, and does not reject it': [
        finding((one, token) => one.toLowerCase() === token.toLowerCase()),
        finding((one, token) => one.startsWith(token)),
        finding((one, token) => one === token.trim()),
        finding((one, token) => token === '%' || one === token),
        () => {
          const accounts: Record<string, AuthenticatedAccount> = Object.fromEntries(known);
          return { authenticate: async ({ token = '' }) => accounts[token] };
        },
      ],
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
    'refuses a taken address written as "ADA@EXAMPLE.COM"': (registry) => ({
      register: (email) => registry.register(email.replace(/^[A-Z]+/, '$&-in-capitals')),
    }),
    'gives out tokens that cannot be guessed and fit into a header': (registry) => ({
      register: async (email) => ({ ...(await registry.register(email)), token: `token-of-${email}` }),
    }),
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
      'knows no tokens of another account': [
        (tokens) => ({ list: async () => [...(await tokens.list(ADA)), ...(await tokens.list(BOB))] }),
        (tokens) => ({
          revoke: async ({ tokenId }) =>
            (await tokens.revoke({ accountId: ADA, tokenId })) || tokens.revoke({ accountId: BOB, tokenId }),
        }),
      ],
    },
  );
});
