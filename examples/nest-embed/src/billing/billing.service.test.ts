import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, newTaskId, taskHoldId } from '@dialproof/core';
import { creditLedgerContract } from '@dialproof/testkit';
import type { Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHostDatabase } from '../host-database.js';
import { BillingService } from './billing.service.js';

/** Gives a user credits. The user is made if there is none of that id. */
function grant(database: Database, userId: string, credits: number): void {
  database
    .prepare(`insert into users (user_id, email, password_hash, created_at)
      values (:userId, :userId, '', 0) on conflict do nothing`)
    .run({ userId });
  new BillingService(database).grant(userId, credits);
}

describe('BillingService', () => {
  creditLedgerContract({ describe, it }, async (clock) => {
    const folder = await mkdtemp(join(tmpdir(), 'dialproof-wallets-'));
    const file = join(folder, 'host.sqlite');
    let database = openHostDatabase(file);
    return {
      ledger: new BillingService(database, clock),
      grant: async (account, credits) => grant(database, account, credits),
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
    grant(database, 'ann', 1_000_000);
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
