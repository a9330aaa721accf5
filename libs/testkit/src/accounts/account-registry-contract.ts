import assert from 'node:assert/strict';
import {
  type AccountId,
  type AccountRegistry,
  type AuthenticatedAccount,
  type Authenticator,
  isDialproofError,
} from '@dialproof/core';
import { rejectsWithCode } from '../runner/expectations.js';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';

export interface OpenAccountRegistry {
  readonly registry: AccountRegistry;
  /** Knows the tokens that the registry gives out. */
  readonly authenticator: Authenticator;
}

export interface AccountRegistrySubject extends Closable, OpenAccountRegistry {
  /** The same with registration switched off, if it can be. */
  readonly closedRegistry?: AccountRegistry;
  /**
   * For a registry that outlives its object: closes this one and opens another over the same data. The subject's `close` then closes the
   * last one. Without it the same object is used again.
   */
  reopen?(): Promise<OpenAccountRegistry>;
}

/** A time long ago. The present in seconds, taken for milliseconds, would be earlier. */
const BEFORE_ANY_ACCOUNT = Date.UTC(2000, 0, 1);

const SPELLINGS = [
  'ada@example.com',
  'ADA@EXAMPLE.COM',
  'Ada@Example.com',
  '  ada@example.com',
  'ada@example.com\n',
];

const NO_ADDRESSES = [
  '',
  ' ',
  'ada',
  'ada@',
  '@example.com',
  'a da@example.com',
  'a@b@example.com',
  'ada@.com',
];

/** Tests every sentence of {@link AccountRegistry}. Each case calls `create` for a registry without accounts. */
export function accountRegistryContract(
  runner: TestRunner,
  create: () => Promise<AccountRegistrySubject>,
): void {
  runner.describe('account registry contract', () => {
    const it = casesWith(runner, create);

    it('opens an account whose token is known from then on', async ({ registry, authenticator }) => {
      const { accountId, email, createdAt, token } = await registry.register('ada@example.com');
      assert.equal(email, 'ada@example.com');
      assert.ok(Number.isSafeInteger(createdAt) && createdAt > BEFORE_ANY_ACCOUNT, `created at ${createdAt}`);
      assert.ok(accountId.length > 0);
      const account = await authenticator.authenticate({ token, request: undefined });
      sameAccount(account, accountId);
    });

    it('keeps an address unchanged, without the space around it', async ({ registry }) => {
      assert.equal((await registry.register('\t Ada.L@Example.COM ')).email, 'Ada.L@Example.COM');
    });

    it('opens accounts of their own for different addresses', async ({ registry, authenticator }) => {
      const accounts = await Promise.all(
        Array.from({ length: 8 }, (_, index) => registry.register(`ada+${index}@example.com`)),
      );
      assert.equal(new Set(accounts.map(({ accountId }) => accountId)).size, 8);
      assert.equal(new Set(accounts.map(({ token }) => token)).size, 8);
      for (const { accountId, token } of accounts) {
        const account = await authenticator.authenticate({ token, request: undefined });
        assert.equal(account?.accountId, accountId);
      }
    });

    it('gives out tokens that cannot be guessed and fit into a header', async ({ registry }) => {
      const { token } = await registry.register('ada@example.com');
      assert.match(token, /^[A-Za-z0-9._~+/-]{32,}=*$/);
    });

    for (const spelling of SPELLINGS) {
      it(`refuses a taken address written as ${JSON.stringify(spelling)}`, async (subject) => {
        const { token, accountId } = await subject.registry.register('Ada@example.com');
        await rejectsWithCode(subject.registry.register(spelling), 'email_taken');
        const account = await subject.authenticator.authenticate({ token, request: undefined });
        sameAccount(account, accountId);
      });
    }

    it('opens one account when an address is asked for many times at once', async ({ registry }) => {
      const outcomes = await Promise.allSettled(
        [...SPELLINGS, ...SPELLINGS].map((spelling) => registry.register(spelling)),
      );
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      assert.equal(refusals.length, outcomes.length - 1);
      for (const error of refusals) {
        assert.ok(isDialproofError(error, 'email_taken'), `it was refused with ${String(error)}`);
      }
    });

    for (const text of [...NO_ADDRESSES, `${'a'.repeat(300)}@example.com`]) {
      it(`refuses ${JSON.stringify(text.slice(0, 40))}, which is no address`, async ({ registry }) => {
        await rejectsWithCode(registry.register(text), 'invalid_email');
        await registry.register('ada@example.com');
      });
    }

    it('opens no account while registration is switched off', async ({ registry, closedRegistry }) => {
      if (closedRegistry !== undefined) {
        await rejectsWithCode(closedRegistry.register('ada@example.com'), 'registration_closed');
      }
      assert.equal((await registry.register('ada@example.com')).email, 'ada@example.com');
    });

    it('remembers accounts and tokens when it is opened again', async ({
      registry,
      authenticator,
      reopen,
    }) => {
      const { accountId, token } = await registry.register('ada@example.com');
      const later = (await reopen?.()) ?? { registry, authenticator };
      const account = await later.authenticator.authenticate({ token, request: undefined });
      sameAccount(account, accountId);
      await rejectsWithCode(later.registry.register('ADA@example.com'), 'email_taken');
    });
  });
}

/** Expects this account, not suspended. An authenticator may also give the token's id. */
function sameAccount(account: AuthenticatedAccount | undefined, accountId: AccountId): void {
  assert.deepEqual([account?.accountId, account?.suspended], [accountId, false]);
}
