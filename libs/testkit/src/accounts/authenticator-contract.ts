import assert from 'node:assert/strict';
import { type AuthenticatedAccount, type Authenticator, accountId } from '@dialproof/core';
import { sameJson } from '../runner/expectations.js';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';

export interface AuthenticatorSubject extends Closable {
  readonly authenticator: Authenticator;
  /** Known tokens, at least two of different accounts, with the expected answer for each. */
  readonly known: readonly (readonly [token: string, account: AuthenticatedAccount])[];
}

/** Unknown tokens: some are similar to a known token, others break stores that use a token as a path or a pattern. */
function strangersOf(token: string): string[] {
  return [
    `${token}x`,
    ` ${token}`,
    `${token} `,
    `${token}\u0000`,
    `Bearer ${token}`,
    token.slice(0, -1) || 'x',
    swapCase(token),
    '__proto__',
    'constructor',
    "' OR '1'='1",
    '%',
    '\u0000',
    '\ud800',
    'größe 😀',
    'x'.repeat(100_000),
  ].filter((stranger) => stranger !== token);
}

/** Tests every sentence of {@link Authenticator}, for one that identifies callers by their token. Each case calls `create`. */
export function authenticatorContract(runner: TestRunner, create: () => Promise<AuthenticatorSubject>): void {
  runner.describe('authenticator contract', () => {
    const it = casesWith(runner, create);

    it('finds the account of each known token, suspended or not, with its scopes', async ({
      authenticator,
      known,
    }) => {
      assert.ok(known.length >= 2, 'the suite needs two tokens');
      for (const [token, account] of known) {
        sameJson(await authenticator.authenticate({ token, request: undefined }), account);
      }
    });

    it('names every account by a valid id', async ({ authenticator, known }) => {
      const ids = new Set<string>();
      for (const [token] of known) {
        const account = await authenticator.authenticate({ token, request: undefined });
        assert.doesNotThrow(() => ids.add(accountId(Object(account).accountId)));
      }
      assert.ok(ids.size >= 2, 'the tokens are all of one account');
    });

    it('knows nobody without a token', async ({ authenticator }) => {
      assert.equal(await authenticator.authenticate({ token: undefined, request: undefined }), undefined);
      assert.equal(await authenticator.authenticate({ token: undefined, request: {} }), undefined);
    });

    it('knows nobody by another token, and does not reject it', async ({ authenticator, known }) => {
      const tokens = known.map(([token]) => token);
      for (const stranger of tokens.flatMap(strangersOf)) {
        if (tokens.includes(stranger)) continue;
        const account = await authenticator.authenticate({ token: stranger, request: undefined });
        assert.equal(account, undefined, `it knows ${JSON.stringify(stranger.slice(0, 100))}`);
      }
    });

    it('says the same whenever and however often it is asked at once', async ({ authenticator, known }) => {
      const asked = Array.from({ length: 20 }, () => known).flat();
      const answers = await Promise.all(
        asked.map(([token]) => authenticator.authenticate({ token, request: undefined })),
      );
      sameJson(
        answers,
        asked.map(([, account]) => account),
      );
    });

    it('is not changed through its answers', async ({ authenticator, known }) => {
      for (const [token, account] of known) {
        const answer = await authenticator.authenticate({ token, request: undefined });
        assert.ok(answer !== undefined);
        Reflect.set(answer, 'suspended', !account.suspended);
        Reflect.set(answer, 'accountId', 'overwritten');
        const { scopes } = answer;
        if (scopes !== undefined) Reflect.set(scopes, scopes.length, 'admin');
        sameJson(await authenticator.authenticate({ token, request: undefined }), account);
      }
    });
  });
}

function swapCase(text: string): string {
  return [...text]
    .map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()))
    .join('');
}
