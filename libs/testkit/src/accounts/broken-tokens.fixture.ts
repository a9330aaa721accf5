import {
  type AccountTokens,
  accountId,
  ManualClock,
  MemoryAccountTokens,
  MemoryAuthenticator,
} from '@dialproof/core';
import { type Broken, nextTurn } from '../runner/broken.fixture.js';
import type { AccountTokensSubject } from './account-tokens-contract.js';

const ACCOUNTS = [accountId('ada'), accountId('bob')] as const;

interface Parts {
  readonly authenticator: MemoryAuthenticator;
  readonly clock: ManualClock;
}

function subjectWith(
  make: (right: MemoryAccountTokens, parts: Parts) => AccountTokens,
): AccountTokensSubject {
  const clock = new ManualClock(1_767_225_600_000);
  const authenticator = new MemoryAuthenticator();
  const tokens = make(new MemoryAccountTokens({ authenticator, clock }), { authenticator, clock });
  return {
    ...{ tokens, authenticator, accounts: ACCOUNTS, now: () => clock.now() },
    advance: (ms) => clock.advance(ms),
    close: async () => {},
  };
}

export async function correctTokens(): Promise<AccountTokensSubject> {
  return subjectWith((right) => right);
}

function broken(
  fault: string,
  caughtBy: string,
  change: (right: MemoryAccountTokens, parts: Parts) => Partial<AccountTokens>,
): Broken<AccountTokensSubject> {
  const create = async () =>
    subjectWith((right, parts) => ({
      issue: (token) => right.issue(token),
      list: (account) => right.list(account),
      revoke: (key) => right.revoke(key),
      ...change(right, parts),
    }));
  return { fault, caughtBy, create };
}

const MADE = 'makes a token that is known from then on, and lists it without its secret';

export const BROKEN_TOKENS: readonly Broken<AccountTokensSubject>[] = [
  broken("gives a token that is nobody's", MADE, (right) => ({
    async issue(asked) {
      const issued = await right.issue(asked);
      return issued && { ...issued, token: issued.token.split('').reverse().join('') };
    },
  })),
  broken('forgets the name', MADE, (right) => ({ issue: (asked) => right.issue({ ...asked, name: null }) })),
  broken('lists the newest first', 'makes tokens of their own, and lists the oldest first', (right) => ({
    list: async (account) => (await right.list(account)).toReversed(),
  })),
  broken('lists tokens with their secrets', MADE, (right) => {
    const secrets = new Map<string, string>();
    return {
      async issue(asked) {
        const issued = await right.issue(asked);
        if (issued !== undefined) secrets.set(issued.tokenId, issued.token);
        return issued;
      },
      list: async (account) =>
        (await right.list(account)).map((token) => ({ ...token, token: secrets.get(token.tokenId) })),
    };
  }),
  broken('gives the same token again', 'makes tokens of their own, and lists the oldest first', (right) => {
    let first: ReturnType<AccountTokens['issue']> | undefined;
    return {
      issue(asked) {
        first ??= right.issue(asked);
        return first;
      },
    };
  }),
  broken(
    'makes every token good for everything',
    'makes tokens that are good for their scopes alone',
    (right) => ({
      issue: (asked) => right.issue({ ...asked, scopes: null }),
    }),
  ),
  broken('makes tokens without an end', 'ends a token at its time', (right) => ({
    issue: (asked) => right.issue({ ...asked, expiresAt: null }),
  })),
  broken('lists tokens that are at their end', 'ends a token at its time', (right) => {
    const listed = new Map<string, Awaited<ReturnType<AccountTokens['list']>>>();
    return {
      async issue(asked) {
        const issued = await right.issue(asked);
        listed.set(asked.accountId, await right.list(asked.accountId));
        return issued;
      },
      list: async (account) => listed.get(account) ?? [],
    };
  }),
  broken('revokes a token again and again', 'revokes a token once', (right) => ({
    async revoke(key) {
      await right.revoke(key);
      return true;
    },
  })),
  broken('lets a revoked token be good', 'revokes a token once', (right) => {
    const revoked = new Set<string>();
    return {
      async revoke({ tokenId }) {
        const isFirst = !revoked.has(tokenId);
        revoked.add(tokenId);
        return isFirst;
      },
      list: async (account) => (await right.list(account)).filter(({ tokenId }) => !revoked.has(tokenId)),
    };
  }),
  broken('revokes all tokens of the account', 'revokes a token once', (right) => ({
    async revoke(key) {
      const wasGood = await right.revoke(key);
      for (const { tokenId } of await right.list(key.accountId)) await right.revoke({ ...key, tokenId });
      return wasGood;
    },
  })),
  broken('revokes tokens of others', 'knows no tokens of another account', (right) => ({
    async revoke({ tokenId }) {
      for (const account of ACCOUNTS) {
        if (await right.revoke({ accountId: account, tokenId })) return true;
      }
      return false;
    },
  })),
  broken('lists tokens of others', 'knows no tokens of another account', (right) => ({
    list: async () => (await Promise.all(ACCOUNTS.map((account) => right.list(account)))).flat(),
  })),
  broken(
    'counts and then makes',
    'makes as many as there may be, also when several ask at once',
    (right) => ({
      async issue(asked) {
        const { length } = await right.list(asked.accountId);
        if (length >= asked.maxPerAccount) return undefined;
        await nextTurn();
        return right.issue({ ...asked, maxPerAccount: Number.POSITIVE_INFINITY });
      },
    }),
  ),
  broken(
    'counts the tokens of all accounts',
    'makes as many as there may be, also when several ask at once',
    (right) => ({
      async issue(asked) {
        const all = (await Promise.all(ACCOUNTS.map((account) => right.list(account)))).flat();
        return all.length < asked.maxPerAccount ? right.issue(asked) : undefined;
      },
    }),
  ),
  broken(
    'counts tokens that were revoked',
    'makes as many as there may be, also when several ask at once',
    (right) => {
      const made = new Map<string, number>();
      return {
        async issue(asked) {
          const count = made.get(asked.accountId) ?? 0;
          if (count >= asked.maxPerAccount) return undefined;
          made.set(asked.accountId, count + 1);
          return right.issue(asked);
        },
      };
    },
  ),
];
