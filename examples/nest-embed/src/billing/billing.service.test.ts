import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, newTaskId, taskHoldId } from '@dialproof/core';
import { creditLedgerContract } from '@dialproof/testkit';
import type { Database } from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openHostDatabase } from '../host-database.js';
import { BillingService } from './billing.service.js';
import { InvoicesService } from './invoices.service.js';

/** Raises a user's limit. The user is made if there is none of that id. */
function raiseLimit(database: Database, userId: string, credits: number): void {
  database
    .prepare(`insert into users (user_id, email, password_hash, created_at)
      values (:userId, :userId, '', 0) on conflict do nothing`)
    .run({ userId });
  new BillingService(database).raiseLimit(userId, credits);
}

describe('BillingService', () => {
  creditLedgerContract({ describe, it }, async (clock) => {
    const folder = await mkdtemp(join(tmpdir(), 'dialproof-wallets-'));
    const file = join(folder, 'host.sqlite');
    let database = openHostDatabase(file);
    return {
      ledger: new BillingService(database, clock),
      grant: async (account, credits) => raiseLimit(database, account, credits),
      async reopen() {
        database.close();
        database = openHostDatabase(file);
        return new BillingService(database, clock);
      },
      async close() {
        database.close();
        await rm(folder, { recursive: true });
      },
    };
  });
});

describe('BillingService on a full disk', () => {
  it('says that the storage does not work, and changes nothing', async () => {
    const database = openHostDatabase(':memory:');
    onTestFinished(() => void database.close());
    const ledger = new BillingService(database);
    raiseLimit(database, 'ann', 1_000_000);
    // As if its disk had no more room than the database takes now.
    database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`);
    let held = 0;
    const holdUntilFull = async () => {
      for (; held < 1_000_000; held += 1) {
        const holdId = taskHoldId(newTaskId(), 1);
        await ledger.hold({ holdId, accountId: accountId('ann'), credits: 1, expiresAfterMs: null });
      }
    };
    await expect(holdUntilFull()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await ledger.balance(accountId('ann'))).toEqual({ available: 1_000_000 - held, held });
  });
});

describe('InvoicesService', () => {
  const ann = accountId('ann');
  let billing: BillingService;
  let invoices: InvoicesService;

  beforeEach(() => {
    const database = openHostDatabase(':memory:');
    onTestFinished(() => void database.close());
    billing = new BillingService(database);
    invoices = new InvoicesService(database, { dataDirectory: '' });
    raiseLimit(database, ann, 10);
  });

  async function spend(held: number, charged: number): Promise<string> {
    const holdId = taskHoldId(newTaskId(), 1);
    await billing.hold({ holdId, accountId: ann, credits: held, expiresAfterMs: null });
    await billing.settle({ holdId, accountId: ann, credits: charged });
    return holdId;
  }

  it('lists what was charged, once, with its hold, and nothing for what was returned', async () => {
    const holdId = await spend(4, 3);
    await spend(4, 0);
    await billing.settle({ holdId: taskHoldId(newTaskId(), 1), accountId: ann, credits: 0 });
    expect(invoices.charges(ann, 0)).toMatchObject([{ credits: 3, holdId, invoiceId: null }]);
  });

  it('puts each charge on one invoice', async () => {
    await spend(4, 3);
    await spend(1, 1);
    const first = invoices.issue(ann);
    await spend(2, 2);
    const second = invoices.issue(ann);
    expect([first, second]).toMatchObject([
      { credits: 4, cents: 8 },
      { credits: 2, cents: 4 },
    ]);
    expect(invoices.charges(ann, 0).map(({ invoiceId }) => invoiceId)).toEqual([
      first.invoiceId,
      first.invoiceId,
      second.invoiceId,
    ]);
    expect(() => invoices.issue(ann)).toThrow('Nothing has been verified since the last invoice.');
  });

  it('gives the limit back with a payment, once', async () => {
    await spend(4, 4);
    const { invoiceId } = invoices.issue(ann);
    await spend(5, 5);
    expect(billing.wallet(ann)).toEqual({ creditLimit: 10, used: 9, held: 0 });
    const paid = invoices.pay(ann, invoiceId);
    expect(invoices.pay(ann, invoiceId)).toEqual(paid);
    expect(billing.wallet(ann)).toEqual({ creditLimit: 10, used: 5, held: 0 });
  });
});
