import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, type Clock, newTaskId, taskHoldId } from '@dialproof/core';
import { creditLedgerContract, creditStatementContract } from '@dialproof/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './database.js';
import { WalletCreditLedger } from './wallet-credit-ledger.js';

/** The ledger of a new database, as the contract suites try it. */
async function walletsOn(clock: Clock) {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-wallets-'));
  const file = join(folder, 'wallets.sqlite');
  let database = openDatabase(file);
  const ledger = new WalletCreditLedger(database, clock);
  return {
    ledger,
    statement: ledger,
    grant: async (account: string, credits: number) => ledger.grant(account, credits),
    async reopen() {
      database.close();
      database = openDatabase(file);
      return new WalletCreditLedger(database, clock);
    },
    async close() {
      database.close();
      await rm(folder, { recursive: true });
    },
  };
}

describe('WalletCreditLedger', () => {
  creditLedgerContract({ describe, it }, walletsOn);
  creditStatementContract({ describe, it }, walletsOn);

  it('rejects with storage_unavailable when the disk is full, and changes nothing', async () => {
    const database = openDatabase(':memory:');
    onTestFinished(() => void database.close());
    const ledger = new WalletCreditLedger(database);
    ledger.grant('ann', 1_000_000);
    // As if the disk had no more room than the database takes now.
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
