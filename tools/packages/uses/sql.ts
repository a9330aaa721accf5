import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVerificationService } from '@dialproof/core';
import { SqlAccounts, SqlAuthenticator, SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { auditLedger } from '@dialproof/sql/operations';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import Database from 'better-sqlite3';

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-use-'));
  const database = await openSqliteDatabase({ file: join(folder, 'dialproof.db') });
  const accounts = new SqlAccounts({ database, startingCredits: 5 });
  const ledger = new SqlCreditLedger({ database });
  const service = createVerificationService({
    store: new SqlTaskStore({ database }),
    ledger,
    checker: { check: async () => 'wa_registered' },
    queue: null,
  });

  const { accountId, token } = await accounts.register('ann@example.com');
  const known = await new SqlAuthenticator({ database }).authenticate({ token, request: undefined });
  assert.equal(known?.accountId, accountId);
  const { status } = await service.verify({ accountId, phone: '+14155552671' });
  assert.equal(status, 'wa_registered');
  assert.deepEqual(await ledger.balance(accountId), { available: 4, held: 0 });
  assert.equal((await auditLedger(database)).addsUp, true);

  await service.close();
  await database.close();
  const file = new Database(join(folder, 'dialproof.db'), { readonly: true });
  assert.deepEqual(file.prepare('select count(*) as entries from journal').get(), { entries: 2 });
  file.close();
  await rm(folder, { recursive: true });
  console.log('sql was used');
}

main();
