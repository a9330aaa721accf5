import assert from 'node:assert/strict';
import { isDialproofError } from '@dialproof/core';
import { moveToPostgres } from '@dialproof/sql/operations/move';
import { openPostgresDatabase, postgresMigrationScript } from '@dialproof/sql/postgres';

/** Without a server, which may be away. */
async function main(): Promise<void> {
  const url = 'postgres://127.0.0.1:1/none';
  const isUnavailable = (error: unknown): boolean => isDialproofError(error, 'storage_unavailable');
  await assert.rejects(openPostgresDatabase({ url, waitMs: 2_000 }), isUnavailable);
  assert.match(postgresMigrationScript(), /create table tasks \(/);
  const from = { file: 'none/dialproof.db', lockFile: 'none/dialproof.lock' };
  await assert.rejects(moveToPostgres({ from, to: { url } }));
  console.log('sql-with-optional-peers was used');
}

main();
