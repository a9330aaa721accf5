import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sqliteSchemaDialect } from '../sqlite/sqlite-schema-dialect.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { ALL_MIGRATIONS } from './all-migrations.js';
import type { Migration } from './migration.js';

/** A database file with the schema before a migration, filled by these SQL statements. */
export async function fileBefore(migration: Migration, rows: string): Promise<string> {
  const folder = await temporaryFolder();
  const { builder } = await temporaryDatabase(join(folder, 'builder.db'));
  const file = join(folder, 'test.db');
  const raw = new Database(file);
  raw.exec(
    'create table schema_migrations (version integer primary key not null, name text not null, applied_at integer not null) strict',
  );
  for (const { name, statements, version } of ALL_MIGRATIONS) {
    if (version >= migration.version) break;
    for (const statement of statements({ builder, dialect: sqliteSchemaDialect })) {
      const { parameters, sql } = statement.compile();
      raw.prepare(sql).run(...parameters);
    }
    raw.prepare('insert into schema_migrations values (?, ?, 0)').run(version, name);
  }
  raw.exec(rows);
  raw.close();
  return file;
}
