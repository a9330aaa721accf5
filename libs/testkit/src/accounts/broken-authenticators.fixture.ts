import {
  type AuthenticatedAccount,
  type Authenticator,
  accountId,
  DialproofError,
  MemoryAuthenticator,
} from '@dialproof/core';
import { type Broken, FaultError } from '../runner/broken.fixture.js';
import type { AuthenticatorSubject } from './authenticator-contract.js';

const KNOWN = [
  ['token-of-Ada', { accountId: accountId('ada'), suspended: false }],
  ['token-of-Bob', { accountId: accountId('bob'), suspended: true }],
  ['narrow-token-of-Ada', { accountId: accountId('ada'), suspended: false, scopes: ['read'] }],
] as const;

export async function correctAuthenticator(): Promise<AuthenticatorSubject> {
  return { authenticator: new MemoryAuthenticator(KNOWN), known: KNOWN, close: async () => {} };
}

type Authenticate = Authenticator['authenticate'];

const TELLS = 'finds the account of each known token, suspended or not, with its scopes';
const NAMES = 'names every account by a valid id';

/** An authenticator whose ids a host has changed, also in the test's comparison. */
function misnaming(fault: string, idOf: (id: string) => unknown): Broken<AuthenticatorSubject> {
  const create = async () => {
    const known = KNOWN.map(([token, account]) => {
      const misnamed = { ...account };
      Reflect.set(misnamed, 'accountId', idOf(account.accountId));
      return [token, misnamed] as const;
    });
    return { authenticator: new MemoryAuthenticator(known), known, close: async () => {} };
  };
  return { fault, caughtBy: NAMES, create };
}

function brokenAuthenticator(
  fault: string,
  caughtBy: string,
  make: (right: Authenticate) => Authenticate,
): Broken<AuthenticatorSubject> {
  const create = async () => {
    const right = await correctAuthenticator();
    const authenticate = make((credentials) => right.authenticator.authenticate(credentials));
    return { ...right, authenticator: { authenticate } };
  };
  return { fault, caughtBy, create };
}

/** One that finds an account by the first known token for which this is so. */
const finding =
  (isIt: (known: string, token: string) => boolean) =>
  (): Authenticate =>
  async ({ token }) => {
    const found = KNOWN.find(([known]) => token !== undefined && isIt(known, token));
    return found && { ...found[1] };
  };

const STRANGER = 'knows nobody by another token, and does not reject it';

export const BROKEN_AUTHENTICATORS = [
  brokenAuthenticator('shows nobody as suspended', TELLS, (right) => async (credentials) => {
    const account = await right(credentials);
    return account && { ...account, suspended: false };
  }),
  brokenAuthenticator('hides whoever is suspended', TELLS, (right) => async (credentials) => {
    const account = await right(credentials);
    return account?.suspended ? undefined : account;
  }),
  brokenAuthenticator('makes every token good for everything', TELLS, (right) => async (credentials) => {
    const account = await right(credentials);
    return account && { accountId: account.accountId, suspended: account.suspended };
  }),
  brokenAuthenticator('lends its list of scopes', 'is not changed through its answers', () => {
    const accounts = new Map<string | undefined, AuthenticatedAccount>(
      KNOWN.map(([token, account]) => [
        token,
        'scopes' in account ? { ...account, scopes: [...account.scopes] } : account,
      ]),
    );
    return async ({ token }) => {
      const account = accounts.get(token);
      return account && { ...account };
    };
  }),
  misnaming('looks the id up under a name that is not there', () => undefined),
  misnaming('gives the whole user for an id', (id) => ({ id })),
  misnaming('gives an id that is longer than stores take', (id) => id.repeat(100)),
  misnaming('gives an empty text for an id', () => ''),
  misnaming('gives everybody the same id', () => 'user'),
  brokenAuthenticator(
    'rejects a request without a token',
    'knows nobody without a token',
    (right) => async (credentials) => {
      if (credentials.token === undefined) throw new DialproofError('not_authenticated');
      return right(credentials);
    },
  ),
  brokenAuthenticator(
    'lets a request in that has no token',
    'knows nobody without a token',
    (right) => async (credentials) =>
      credentials.token === undefined ? { ...KNOWN[0][1] } : right(credentials),
  ),
  brokenAuthenticator('rejects a wrong token', STRANGER, (right) => async (credentials) => {
    const account = await right(credentials);
    if (account === undefined && credentials.token !== undefined)
      throw new DialproofError('not_authenticated');
    return account;
  }),
  brokenAuthenticator(
    'compares tokens in any case of letters',
    STRANGER,
    finding((known, token) => known.toLowerCase() === token.toLowerCase()),
  ),
  brokenAuthenticator(
    'takes the beginning of a token',
    STRANGER,
    finding((known, token) => known.startsWith(token)),
  ),
  brokenAuthenticator(
    'takes what begins with a token',
    STRANGER,
    finding((known, token) => token.startsWith(known)),
  ),
  brokenAuthenticator(
    'takes off the space around a token',
    STRANGER,
    finding((known, token) => known === token.trim()),
  ),
  brokenAuthenticator(
    'takes a scheme with the token',
    STRANGER,
    finding((known, token) => known === token.replace(/^Bearer /, '')),
  ),
  brokenAuthenticator(
    'compares with LIKE',
    STRANGER,
    finding((known, token) => token === '%' || known === token),
  ),
  brokenAuthenticator('looks tokens up in a plain object', STRANGER, () => {
    const accounts: Record<string, AuthenticatedAccount> = Object.fromEntries(KNOWN);
    return async ({ token }) => (token === undefined ? undefined : accounts[token]);
  }),
  brokenAuthenticator('fails on a token that is no UTF-8', STRANGER, (right) => async (credentials) => {
    if (/\p{Surrogate}/u.test(credentials.token ?? '')) throw new FaultError('URI malformed');
    return right(credentials);
  }),
  brokenAuthenticator(
    'answers one request at a time',
    'says the same whenever and however often it is asked at once',
    (right) => {
      let busy = false;
      return async (credentials) => {
        if (busy) throw new FaultError('the connection is in use');
        busy = true;
        try {
          return await right(credentials);
        } finally {
          busy = false;
        }
      };
    },
  ),
  brokenAuthenticator(
    'limits how often it is asked',
    'says the same whenever and however often it is asked at once',
    (right) => {
      let calls = 0;
      return async (credentials) => {
        calls += 1;
        return calls > 20 ? undefined : right(credentials);
      };
    },
  ),
  brokenAuthenticator('gives its own objects away', 'is not changed through its answers', () => {
    const accounts = new Map<string | undefined, AuthenticatedAccount>(
      KNOWN.map(([token, account]) => [token, { ...account }]),
    );
    return async ({ token }) => accounts.get(token);
  }),
];
