import {
  type AccountRegistry,
  accountId,
  DialproofError,
  MemoryAccountRegistry,
  MemoryAuthenticator,
  type RegisteredAccount,
  readEmailAddress,
} from '@dialproof/core';
import { type Broken, FaultError, nextTurn } from '../runner/broken.fixture.js';
import type { AccountRegistrySubject } from './account-registry-contract.js';

const closedRegistry: AccountRegistry = {
  async register() {
    throw new DialproofError('registration_closed');
  },
};

export async function correctRegistry(): Promise<AccountRegistrySubject> {
  const authenticator = new MemoryAuthenticator();
  const registry = new MemoryAccountRegistry({ authenticator });
  return { registry, authenticator, closedRegistry, close: async () => {} };
}

type Register = AccountRegistry['register'];

function brokenRegistry(
  fault: string,
  caughtBy: string,
  make: (right: Register, authenticator: MemoryAuthenticator) => Register,
): Broken<AccountRegistrySubject> {
  const create = async () => {
    const authenticator = new MemoryAuthenticator();
    const right = new MemoryAccountRegistry({ authenticator });
    const register = make((email) => right.register(email), authenticator);
    return { registry: { register }, authenticator, closedRegistry, close: async () => {} };
  };
  return { fault, caughtBy, create };
}

const changing =
  (change: (account: RegisteredAccount) => RegisteredAccount) =>
  (right: Register): Register =>
  async (email) =>
    change(await right(email));

/** A registry that keeps accounts by `keyOf` of the address. */
const keyedBy =
  (keyOf: (email: string) => string) =>
  (right: Register): Register => {
    const keys = new Set<string>();
    return async (email) => {
      const { address } = readEmailAddress(email);
      const key = keyOf(email);
      if (keys.has(key)) throw new DialproofError('email_taken');
      keys.add(key);
      // For the correct one, it is a new address each time.
      return { ...(await right(`${keys.size}-${address}`)), email: address };
    };
  };

export const BROKEN_REGISTRIES: readonly Broken<AccountRegistrySubject>[] = [
  brokenRegistry(
    'gives a token that does not authenticate',
    'opens an account whose token is known from then on',
    changing((account) => ({ ...account, token: account.token.split('').reverse().join('') })),
  ),
  brokenRegistry(
    'names another account than its token',
    'opens an account whose token is known from then on',
    changing((account) => ({ ...account, accountId: accountId('somebody-else') })),
  ),
  brokenRegistry(
    'tells the time with a fraction',
    'opens an account whose token is known from then on',
    changing((account) => ({ ...account, createdAt: account.createdAt + 0.5 })),
  ),
  brokenRegistry(
    'tells the time in seconds',
    'opens an account whose token is known from then on',
    changing((account) => ({ ...account, createdAt: Math.floor(account.createdAt / 1_000) })),
  ),
  brokenRegistry(
    'answers with the address in lower case',
    'keeps an address unchanged, without the space around it',
    changing((account) => ({ ...account, email: account.email.toLowerCase() })),
  ),
  brokenRegistry(
    'keeps the space around an address',
    'keeps an address unchanged, without the space around it',
    (right) => async (email) => ({ ...(await right(email)), email }),
  ),
  brokenRegistry(
    'takes what follows a plus sign for no part of an address',
    'opens accounts of their own for different addresses',
    keyedBy((email) =>
      email
        .trim()
        .toLowerCase()
        .replace(/\+[^@]*/, ''),
    ),
  ),
  brokenRegistry('gives one token to all', 'opens accounts of their own for different addresses', (right) => {
    let first: RegisteredAccount | undefined;
    return async (email) => {
      const account = await right(email);
      first ??= account;
      return { ...account, token: first.token };
    };
  }),
  brokenRegistry(
    'counts tokens up',
    'gives out tokens that cannot be guessed and fit into a header',
    (right, authenticator) => {
      let serial = 0;
      return async (email) => {
        const account = await right(email);
        serial += 1;
        const token = `token-${serial}`;
        authenticator.add(token, { accountId: account.accountId, suspended: false });
        return { ...account, token };
      };
    },
  ),
  brokenRegistry(
    'compares addresses letter by letter',
    'refuses a taken address written as "ADA@EXAMPLE.COM"',
    keyedBy((email) => email.trim()),
  ),
  brokenRegistry(
    'folds the case of the domain alone',
    'refuses a taken address written as "ADA@EXAMPLE.COM"',
    keyedBy((email) => email.trim().replace(/@.*/, (domain) => domain.toLowerCase())),
  ),
  brokenRegistry(
    'compares addresses with the space around them',
    'refuses a taken address written as "  ada@example.com"',
    keyedBy((email) => email.toLowerCase()),
  ),
  brokenRegistry(
    'gives a taken address to the last caller',
    'refuses a taken address written as "ada@example.com"',
    keyedBy((email) => `${email} ${Math.random()}`),
  ),
  brokenRegistry(
    'reads whether an address is taken and then takes it',
    'opens one account when an address is asked for many times at once',
    (right) => {
      const keys = new Set<string>();
      return async (email) => {
        const key = email.trim().toLowerCase();
        if (keys.has(key)) throw new DialproofError('email_taken');
        await nextTurn();
        if (keys.has(key)) throw new FaultError('UNIQUE constraint failed');
        keys.add(key);
        return right(email);
      };
    },
  ),
  brokenRegistry('takes everything for an address', 'refuses "ada", which is no address', (right) => {
    const addresses = new Map<string, string>();
    return async (email) => {
      try {
        return await right(email);
      } catch (error) {
        if (!(error instanceof DialproofError) || error.code !== 'invalid_email') throw error;
        const address = `not-an-address-${addresses.size}@example.com`;
        addresses.set(email, address);
        return { ...(await right(address)), email };
      }
    };
  }),
  {
    fault: 'opens accounts while registration is switched off',
    caughtBy: 'opens no account while registration is switched off',
    async create() {
      const right = await correctRegistry();
      return { ...right, closedRegistry: right.registry };
    },
  },
  {
    fault: 'forgets accounts at a restart',
    caughtBy: 'remembers accounts and tokens when it is opened again',
    create: async () => ({ ...(await correctRegistry()), reopen: correctRegistry }),
  },
  {
    fault: 'forgets taken addresses at a restart',
    caughtBy: 'remembers accounts and tokens when it is opened again',
    async create() {
      const right = await correctRegistry();
      const { registry } = await correctRegistry();
      return { ...right, reopen: async () => ({ registry, authenticator: right.authenticator }) };
    },
  },
];
