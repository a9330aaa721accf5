import { join } from 'node:path';
import { accountId, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { auditLedger } from '../operations/ledger-audit.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { SqlAccounts } from './sql-accounts.js';

const nobody = accountId('nobody');

describe('SqlAccounts', () => {
  it('gives who registers the starting credits, once', async () => {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database });
    const accounts = new SqlAccounts({ database, startingCredits: 25 });
    const { accountId } = await accounts.register('ann@example.com');

    await expect(accounts.register('ANN@example.com ')).rejects.toMatchObject({ code: 'email_taken' });

    expect(await ledger.balance(accountId)).toEqual({ available: 25, held: 0 });
    expect(await auditLedger(database)).toMatchObject({
      accounts: [{ accountId, granted: 25 }],
      addsUp: true,
    });
  });

  it('makes an account for an operator without an address, also when registration is closed', async () => {
    const database = await temporaryDatabase();
    const clock = new ManualClock(1_000);
    const accounts = new SqlAccounts({ database, registrationOpen: false, startingCredits: 25, clock });

    const first = await accounts.create({ credits: 7, note: 'first customer' });
    const second = await accounts.create();

    expect(await accounts.find(first.accountId)).toEqual({
      accountId: first.accountId,
      email: null,
      createdAt: 1_000,
      suspendedAt: null,
    });
    const ledger = new SqlCreditLedger({ database });
    expect(await ledger.balance(first.accountId)).toEqual({ available: 7, held: 0 });
    expect(await ledger.balance(second.accountId)).toEqual({ available: 0, held: 0 });
  });

  it('takes an address once, over two connections to one file', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const registries = [
      new SqlAccounts({ database: await temporaryDatabase(file) }),
      new SqlAccounts({ database: await temporaryDatabase(file) }),
    ];

    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => registries[index % 2]?.register('ann@example.com')),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'email_taken' });
    }
  });

  it('finds an account by id, by any spelling of its address and by its token', async () => {
    const accounts = new SqlAccounts({ database: await temporaryDatabase(), clock: new ManualClock(1_000) });
    const { accountId, token } = await accounts.register(' Ann@Example.com');
    const account = { accountId, email: 'Ann@Example.com', createdAt: 1_000, suspendedAt: null };

    expect(await accounts.find(accountId)).toEqual(account);
    expect(await accounts.findByEmail('ann@EXAMPLE.com ')).toEqual(account);
    expect(await accounts.findByToken(token)).toEqual(account);
    expect(await accounts.find(nobody)).toBeUndefined();
    expect(await accounts.findByEmail('bob@example.com')).toBeUndefined();
    expect(await accounts.findByToken('dp_0123456789abcdef_nobody')).toBeUndefined();
    await expect(accounts.findByEmail('no address')).rejects.toMatchObject({ code: 'invalid_email' });
  });

  it('suspends and reinstates, safe to repeat', async () => {
    const clock = new ManualClock(1_000);
    const accounts = new SqlAccounts({ database: await temporaryDatabase(), clock });
    const { accountId, token } = await accounts.create();

    expect(await accounts.suspend(accountId)).toBe(true);
    clock.advance(500);
    expect(await accounts.suspend(accountId)).toBe(true);
    expect(await accounts.findByToken(token)).toMatchObject({ suspendedAt: 1_000 });

    expect(await accounts.reinstate(accountId)).toBe(true);
    expect(await accounts.reinstate(accountId)).toBe(true);
    expect(await accounts.find(accountId)).toMatchObject({ suspendedAt: null });
    expect(await accounts.suspend(nobody)).toBe(false);
    expect(await accounts.reinstate(nobody)).toBe(false);
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses %d as credits, and makes nothing', async (credits) => {
    const database = await temporaryDatabase();

    expect(() => new SqlAccounts({ database, startingCredits: credits })).toThrow(RangeError);
    await expect(new SqlAccounts({ database }).create({ credits })).rejects.toThrow(RangeError);
    expect(await auditLedger(database)).toMatchObject({ accounts: [] });
  });
});
