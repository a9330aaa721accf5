import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { TABLES } from '../../schema.js';
import { temporaryDatabase, temporaryFolder } from '../../temporary-folder.fixture.js';

it('it is decided of every table whether it is moved, and of none that is not there', async () => {
  const file = join(await temporaryFolder(), 'test.db');
  await temporaryDatabase(file);
  const raw = new Database(file, { readonly: true });
  const tables = raw
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all();
  raw.close();
  expect(Object.keys(TABLES).sort()).toEqual(tables);
});
