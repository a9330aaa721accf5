import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '../query.js';
import type { Tables } from '../schema.js';
import { openSqliteDatabase } from '../sqlite/open-sqlite-database.js';
import { sqliteSchemaDialect } from '../sqlite/sqlite-schema-dialect.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { FIRST_VERSION, MIGRATIONS, type Migration, migrate, newestVersion } from './migrate.js';

function inspect(file: string): Database.Database {
  const database = new Database(file);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

const versions = (file: string) =>
  inspect(file).prepare('select version from schema_migrations order by version').pluck().all();

describe('migrate', () => {
  it('numbers the migrations from the first schema on without gaps', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(
      MIGRATIONS.map((_, index) => FIRST_VERSION + 1 + index),
    );
  });

  it('makes the whole schema once, when several open a new file at once', async () => {
    const file = join(await temporaryFolder(), 'test.db');

    await Promise.all([temporaryDatabase(file), temporaryDatabase(file), temporaryDatabase(file)]);

    expect(versions(file)).toEqual([FIRST_VERSION, ...MIGRATIONS.map(({ version }) => version)]);
  });

  it('keeps to strict tables', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    await temporaryDatabase(file);

    const loose = inspect(file)
      .prepare(
        "select name from pragma_table_list where type = 'table' and strict = 0 and name not like 'sqlite_%'",
      )
      .pluck()
      .all();

    expect(loose).toEqual([]);
  });

  it('refuses a schema of a newer release and says which it is', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    await temporaryDatabase(file);
    inspect(file).prepare("insert into schema_migrations values (999, 'from the future', 0)").run();

    await expect(openSqliteDatabase({ file })).rejects.toMatchObject({
      code: 'storage_unavailable',
      hint: expect.stringContaining('999'),
    });
  });

  it('refuses a schema from before tasks were kept', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    await temporaryDatabase(file);
    inspect(file).exec('update schema_migrations set version = 2');
    await expect(openSqliteDatabase({ file })).rejects.toMatchObject({
      code: 'storage_unavailable',
      hint: expect.stringMatching(/version 2 .* converts 3 and 21 to 32$/),
    });
  });

  it('applies what is missing, and leaves nothing of a migration that fails half way', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const database = await temporaryDatabase(file);
    const next = newestVersion() + 1;
    const working: Migration = {
      version: next,
      name: 'works',
      statements: () => ['create table first (a integer)'],
    };
    const broken: Migration = {
      version: next + 1,
      name: 'breaks',
      statements: () => ['create table second (a integer)', 'create table first (a integer)'],
    };

    const applied = migrate(database, sqliteSchemaDialect, undefined, [working, broken]);
    await expect(applied).rejects.toThrow(/already exists/);
    const tables = inspect(file).prepare("select name from sqlite_master where name in ('first', 'second')");
    expect(tables.all()).toEqual([]);

    await migrate(database, sqliteSchemaDialect, undefined, [working]);
    expect(tables.all()).toHaveLength(1);
    expect(versions(file).at(-1)).toBe(next);
  });

  it('finds what was written when the file is opened again', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const first = await temporaryDatabase(file);
    const insert = sql`insert into balances (account_id, available, held) values ('ann', 3, 0)`;
    await first.write((session) => session.change(insert, {}));
    await first.close();

    const second = await temporaryDatabase(file);
    const select = sql<object, Tables['balances']>`select * from balances`;
    expect(await second.read.rows(select, {})).toMatchObject([{ account_id: 'ann', available: 3, held: 0 }]);
  });
});
