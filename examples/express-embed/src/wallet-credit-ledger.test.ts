import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, newTaskId, taskHoldId } from '@dialproof/core';
import { creditLedgerContract } from '@dialproof/testkit';
import type { Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { trialFolder } from '../../fixtures/trial-folder.fixture.js';
import { Billing } from './billing.js';
import { openDatabase } from './database.js';
import { WalletCreditLedger } from './wallet-credit-ledger.js';

/** Sells credits to a user and pays for them. The user is made if there is none of that id. */
function sell(database: Database, userId: string, credits: number): void {
  database
    .prepare('insert into users values (:userId, :userId, :none, 0) on conflict do nothing')
    .run({ userId, none: '' });
  const billing = new Billing(database);
  billing.pay(userId, billing.topUp(userId, credits).invoiceId);
}

describe('WalletCreditLedger', () => {
  creditLedgerContract({ describe, it }, async (clock) => {
    const folder = await mkdtemp(join(tmpdir(), 'dialproof-wallets-'));
    const file = join(folder, 'host.sqlite');
    let database = openDatabase(file);
    const open = () => new WalletCreditLedger(database, new Billing(database), clock);
    return {
      ledger: open(),
      grant: async (account, credits) => sell(database, account, credits),
      async reopen() {
        database.close();
        database = openDatabase(file);
        return open();
      },
      async close() {
        database.close();
        await rm(folder, { recursive: true });
      },
    };
  });

  it('writes what it charges on the statement, with the hold, and nothing for what it returns', async () => {
    const database = openDatabase(join(await trialFolder(), 'host.sqlite'));
    const billing = new Billing(database);
    const ledger = new WalletCreditLedger(database, billing);
    sell(database, 'ann', 10);
    const [charged, returned] = [taskHoldId(newTaskId(), 1), taskHoldId(newTaskId(), 1)];
    const ann = accountId('ann');
    for (const holdId of [charged, returned]) {
      await ledger.hold({ holdId, accountId: ann, credits: 4, expiresAfterMs: null });
    }
    for (const holdId of [charged, charged]) await ledger.settle({ holdId, accountId: ann, credits: 3 });
    await ledger.settle({ holdId: returned, accountId: ann, credits: 0 });
    expect(billing.statement('ann', 0)).toMatchObject([
      { credits: 10, holdId: null },
      { credits: -3, holdId: charged, invoiceId: null },
    ]);
    expect(billing.wallet('ann')).toEqual({ available: 7, held: 0 });
    database.close();
  });

  it('says that the storage does not work when the disk is full, and changes nothing then', async () => {
    const database = openDatabase(join(await trialFolder(), 'host.sqlite'));
    const ledger = new WalletCreditLedger(database, new Billing(database));
    sell(database, 'ann', 1_000_000);
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
    database.close();
  });

  it('keeps entries as they were written', async () => {
    const database = openDatabase(join(await trialFolder(), 'host.sqlite'));
    sell(database, 'ann', 10);
    expect(() => database.exec('update entries set credits = 11')).toThrow('an entry is never changed');
    expect(() => database.exec('delete from entries')).toThrow('an entry is never deleted');
    database.close();
  });
});
