import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openPostgresDatabase } from '../../postgres/open-postgres-database.js';
import { temporaryFolder } from '../../temporary-folder.fixture.js';
import { POSTGRES_URL } from '../../test-databases.fixture.js';
import { moveToPostgres } from './move-to-postgres.js';

const OLD_FILE = fileURLToPath(new URL('../../../fixtures/schema-version-3.db', import.meta.url));

/** A copy of a database of schema version 3 to be moved, and a schema that does not exist yet. */
export async function movingSubject() {
  const folder = await temporaryFolder();
  const [file, lockFile] = [join(folder, 'test.db'), join(folder, 'test.lock')];
  await copyFile(OLD_FILE, file);
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  onTestFinished(async () => {
    await client.query(`drop schema if exists "${schema}" cascade`);
    await client.end();
  });
  const to = { url: POSTGRES_URL, schema };
  return {
    client,
    file,
    lockFile,
    schema,
    move: () => moveToPostgres({ from: { file, lockFile }, to }),
    /** Runs statements of SQL on the source. */
    change(statements: string) {
      const raw = new Database(file);
      raw.exec(statements);
      raw.close();
    },
    async openTarget() {
      const database = await openPostgresDatabase(to);
      onTestFinished(() => database.close());
      return database;
    },
    async targetIsThere(): Promise<boolean> {
      const found = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
      return found.rows.length > 0;
    },
  };
}
