import assert from 'node:assert/strict';
import type { AccountId, AccountTokens, Authenticator, NewAccountToken } from '@dialproof/core';
import { byManyCallers, rejectsWithCode, sameJson } from '../runner/expectations.js';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';

export interface AccountTokensSubject extends Closable {
  readonly tokens: AccountTokens;
  /** Knows the tokens that the subject gives out. */
  readonly authenticator: Authenticator;
  /** Two accounts whose lists of tokens are equally long; they may be empty. */
  readonly accounts: readonly [AccountId, AccountId];
  /** Sets the clock of both forward. */
  advance(ms: number): void;
  /** Milliseconds since 1970, by that clock. */
  now(): number;
}

const MAX = 10;

/** Tests every sentence of {@link AccountTokens}. Each case calls `create`. */
export function accountTokensContract(runner: TestRunner, create: () => Promise<AccountTokensSubject>): void {
  runner.describe('account tokens contract', () => {
    const it = casesWith(runner, create);

    it('makes a token that is known from then on, and lists it without its secret', async (subject) => {
      const { accounts, authenticator, tokens } = subject;
      const [accountId] = accounts;
      const before = await tokens.list(accountId);
      subject.advance(1);
      const issued = await tokens.issue(asked(accountId, { name: 'crm' }));
      assert.ok(issued !== undefined);
      const { token, ...record } = issued;
      assert.match(token, /^[A-Za-z0-9._~+/-]{32,}=*$/);
      sameJson(
        { ...record, tokenId: '' },
        {
          ...{ tokenId: '', name: 'crm', scopes: null, createdAt: subject.now() },
          ...{ expiresAt: null, lastUsedAt: null, maxCreditsPerDay: null, maxCreditsPerTask: null },
        },
      );
      sameJson((await tokens.list(accountId)).slice(before.length), [record]);
      assert.ok(!JSON.stringify(await tokens.list(accountId)).includes(token));
      sameJson(await authenticator.authenticate({ token, request: undefined }), {
        accountId,
        suspended: false,
        tokenId: record.tokenId,
      });
    });

    it('makes tokens of their own, and lists the oldest first', async (subject) => {
      const { accounts, tokens } = subject;
      const [accountId] = accounts;
      const made: string[] = [];
      const seen = new Set<string>();
      for (let count = 0; count < 4; count += 1) {
        subject.advance(1);
        const issued = await tokens.issue(asked(accountId));
        made.push(issued?.tokenId ?? '');
        seen.add(issued?.token ?? '');
      }
      assert.deepEqual([seen.size, new Set(made).size], [4, 4]);
      sameJson(
        (await tokens.list(accountId)).slice(-4).map(({ tokenId }) => tokenId),
        made,
      );
    });

    it('makes tokens that are good for their scopes alone', async (subject) => {
      const { accounts, authenticator, tokens } = subject;
      const [accountId] = accounts;
      subject.advance(1);
      const issued = await tokens.issue(asked(accountId, { scopes: ['read', 'verify'] }));
      const known = await authenticator.authenticate({ token: issued?.token, request: undefined });
      sameJson([...(known?.scopes ?? [])].sort(), ['read', 'verify']);
      sameJson([...((await tokens.list(accountId)).at(-1)?.scopes ?? [])].sort(), ['read', 'verify']);
    });

    it('makes tokens with caps, which have a daily count of their own or share one', async (subject) => {
      const { accounts, authenticator, tokens } = subject;
      const [accountId] = accounts;
      const capsOf = async (token: Partial<NewAccountToken>) => {
        subject.advance(1);
        const issued = await tokens.issue(asked(accountId, token));
        const known = await authenticator.authenticate({ token: issued?.token, request: undefined });
        const { maxCreditsPerDay = null, maxCreditsPerTask = null } = token;
        const listed = (await tokens.list(accountId)).at(-1);
        sameJson(
          [listed?.maxCreditsPerDay, listed?.maxCreditsPerTask],
          [maxCreditsPerDay, maxCreditsPerTask],
        );
        return known?.caps;
      };
      const [one, other] = [await capsOf({ maxCreditsPerDay: 7 }), await capsOf({ maxCreditsPerDay: 7 })];
      assert.equal(one?.day?.maxCredits, 7);
      const countedAs = one?.day?.countedAs ?? '';
      assert.ok(countedAs !== '' && countedAs !== other?.day?.countedAs);
      sameJson(await capsOf({ maxCreditsPerDay: 5, countedAs }), { day: { maxCredits: 5, countedAs } });
      sameJson(await capsOf({ maxCreditsPerTask: 3 }), { maxCreditsPerTask: 3 });
    });

    it('ends a token at its time', async (subject) => {
      const { accounts, authenticator, tokens } = subject;
      const [accountId] = accounts;
      const before = await tokens.list(accountId);
      const issued = await tokens.issue(asked(accountId, { expiresAt: subject.now() + 1_000 }));
      subject.advance(999);
      assert.ok(
        (await authenticator.authenticate({ token: issued?.token, request: undefined })) !== undefined,
      );
      subject.advance(1);
      const known = await authenticator.authenticate({ token: issued?.token, request: undefined });
      assert.equal(known, undefined);
      sameIds(await tokens.list(accountId), before);
      assert.equal(await tokens.revoke({ accountId, tokenId: issued?.tokenId ?? '' }), false);
    });

    it('revokes a token once', async ({ accounts, authenticator, tokens }) => {
      const [accountId] = accounts;
      const before = await tokens.list(accountId);
      const issued = await tokens.issue(asked(accountId));
      const kept = await tokens.issue(asked(accountId));
      const key = { accountId, tokenId: issued?.tokenId ?? '' };
      assert.deepEqual([await tokens.revoke(key), await tokens.revoke(key)], [true, false]);
      const known = await authenticator.authenticate({ token: issued?.token, request: undefined });
      assert.equal(known, undefined);
      assert.ok((await authenticator.authenticate({ token: kept?.token, request: undefined })) !== undefined);
      assert.equal((await tokens.list(accountId)).length, before.length + 1);
    });

    it('makes none with a token that is revoked, has ended, or is of another account', async (subject) => {
      const { accounts, tokens } = subject;
      const [accountId, other] = accounts;
      const [revoked, ended, kept, foreign] = [
        await tokens.issue(asked(accountId)),
        await tokens.issue(asked(accountId, { expiresAt: subject.now() + 1_000 })),
        await tokens.issue(asked(accountId)),
        await tokens.issue(asked(other)),
      ];
      await tokens.revoke({ accountId, tokenId: revoked?.tokenId ?? '' });
      subject.advance(1_000);
      const before = await tokens.list(accountId);
      for (const maker of [revoked, ended, foreign]) {
        const issuing = tokens.issue(asked(accountId, { madeWith: maker?.tokenId ?? '' }));
        await rejectsWithCode(issuing, 'not_authenticated');
      }
      sameIds(await tokens.list(accountId), before);
      const made = await tokens.issue(asked(accountId, { madeWith: kept?.tokenId ?? '' }));
      assert.ok(made !== undefined);
    });

    it('knows no tokens of another account', async ({ accounts, authenticator, tokens }) => {
      const [owner, other] = accounts;
      const before = await tokens.list(other);
      const issued = await tokens.issue(asked(owner));
      sameIds(await tokens.list(other), before);
      assert.equal(await tokens.revoke({ accountId: other, tokenId: issued?.tokenId ?? '' }), false);
      assert.ok(
        (await authenticator.authenticate({ token: issued?.token, request: undefined })) !== undefined,
      );
    });

    it('makes as many as there may be, also when several ask at once', async ({ accounts, tokens }) => {
      const [accountId, other] = accounts;
      const free = MAX - (await tokens.list(accountId)).length;
      const issued = await byManyCallers(() => tokens.issue(asked(accountId)));
      assert.equal(issued.filter((token) => token !== undefined).length, free);
      assert.equal((await tokens.list(accountId)).length, MAX);
      assert.ok((await tokens.issue(asked(other))) !== undefined);
      const [first] = issued.filter((token) => token !== undefined);
      await tokens.revoke({ accountId, tokenId: first?.tokenId ?? '' });
      assert.ok((await tokens.issue(asked(accountId))) !== undefined);
    });
  });
}

function asked(accountId: AccountId, token: Partial<NewAccountToken> = {}): NewAccountToken {
  return {
    name: null,
    scopes: null,
    expiresAt: null,
    maxCreditsPerDay: null,
    maxCreditsPerTask: null,
    countedAs: null,
    maxPerAccount: MAX,
    madeWith: null,
    ...token,
    accountId,
  };
}

/** Expects lists with the same tokens. Their last uses may differ. */
function sameIds(
  found: readonly { readonly tokenId: string }[],
  expected: readonly { readonly tokenId: string }[],
): void {
  const idOf = ({ tokenId }: { readonly tokenId: string }) => tokenId;
  sameJson(found.map(idOf), expected.map(idOf));
}
