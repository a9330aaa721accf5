import { createVerificationService, ManualClock } from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import { SqlAccounts } from '../accounts/sql-accounts.js';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { SqlSpendingCounts } from '../spending/sql-spending-counts.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlAuthenticator } from './sql-authenticator.js';
import { type NewTokenOptions, SqlTokens } from './sql-tokens.js';

describeOnEachDatabase('the caps of a token', (create) => {
  async function subject(options: NewTokenOptions) {
    const created = await create();
    onTestFinished(() => created.remove());
    const { database } = created;
    const clock = new ManualClock(Date.parse('2026-11-28T20:00:00Z'));
    const ledger = new SqlCreditLedger({ database, clock });
    const { accountId } = await new SqlAccounts({ database, clock }).create();
    await ledger.grant(accountId, 100);
    const tokens = new SqlTokens({ database, clock });
    const authenticator = new SqlAuthenticator({ database, clock });
    const service = createVerificationService({
      ...{ store: new SqlTaskStore({ database, clock }), ledger, clock, queue: null },
      checker: { check: async () => 'dead' as const },
      creditCounts: (countedAs) => new SqlSpendingCounts({ database, name: countedAs }),
    });
    const capsOf = async (token = '') =>
      (await authenticator.authenticate({ token, request: undefined }))?.caps ?? {};
    const verify = async (token = '') =>
      await service.verify({ accountId, phone: '+14155550100', caps: await capsOf(token) });
    return { accountId, capsOf, ledger, tokens, verify, first: await tokens.issue(accountId, options) };
  }

  it('are not passed by requests at once', async () => {
    const { accountId, first, ledger, verify } = await subject({ maxCreditsPerDay: 5 });
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => verify(first?.token)));
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('daily_limit_reached'));
    expect(await ledger.balance(accountId)).toEqual({ available: 95, held: 0 });
  });

  it('are those of the token in its place, which shares its count', async () => {
    const caps = { maxCreditsPerDay: 2, maxCreditsPerTask: 1 };
    const { accountId, capsOf, first, tokens, verify } = await subject(caps);
    const old = first?.tokenId ?? '';
    await verify(first?.token);
    const second = await tokens.rotate(old, { keepOldMs: 60_000 });
    const third = await tokens.rotate(second?.tokenId ?? '', { keepOldMs: 60_000 });
    expect(await capsOf(third?.token)).toEqual({
      maxCreditsPerTask: 1,
      day: { maxCredits: 2, countedAs: old },
    });
    await verify(third?.token);
    for (const token of [first?.token, second?.token, third?.token]) {
      await expect(verify(token)).rejects.toMatchObject({ code: 'daily_limit_reached' });
    }
    const listed = (await tokens.list(accountId)).filter(({ countedAs }) => countedAs === old);
    expect(listed).toMatchObject([caps, caps, caps]);
  });

  it.each([0, -1, 1.5, Number.NaN])('are refused where they are none: %d', async (cap) => {
    const { accountId, tokens } = await subject({});
    for (const wrong of [{ maxCreditsPerDay: cap }, { maxCreditsPerTask: cap }]) {
      await expect(tokens.issue(accountId, wrong)).rejects.toThrow(RangeError);
    }
  });
});
