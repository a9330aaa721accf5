import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVerificationService, isDialproofError } from '@dialproof/core';
import { SqlAccounts, SqlAuthenticator, SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { moveToPostgres } from '@dialproof/sql/move';
import { openPostgresDatabase, postgresMigrationScript } from '@dialproof/sql/postgres';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';

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

  await service.close();
  await database.close();
  await rm(folder, { recursive: true });
  const unreachable = openPostgresDatabase({ url: 'postgres://127.0.0.1:1/none', waitMs: 2_000 });
  await assert.rejects(unreachable, (error) => isDialproofError(error, 'storage_unavailable'));
  assert.match(postgresMigrationScript(), /create table .*"tasks"/);
  await assert.rejects(
    moveToPostgres({ from: { file: join(folder, 'none.db'), lockFile: join(folder, 'lock') }, to: {} }),
  );
  console.log('sql-with-optional-peers was used');
}

main();
