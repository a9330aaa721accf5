import { isDialproofError } from '@dialproof/core';
import type { SqlDatabase } from '@dialproof/sql';
import { openPostgresDatabase, type PostgresDatabase } from '@dialproof/sql/postgres';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { Pool } from 'pg';
import type { Settings } from '../settings/settings.js';
import { StartRefusal } from '../settings/start-refusal.js';

export interface DatabaseOptions {
  /** Connections to PostgreSQL in place of its own. They stay open. */
  readonly pool?: Pool;
}

export type DatabaseSettings = Pick<
  Settings,
  'databaseConnections' | 'databaseSchema' | 'databaseUrl' | 'migrate'
>;

/** A database and its kind. */
export interface OpenDatabase {
  readonly database: SqlDatabase;
  /** The same if other processes work over it too; null for the file of the data folder, which only one server uses. */
  readonly postgres: PostgresDatabase | null;
}

/** Opens PostgreSQL if the settings name it, else the file, which is made if it is missing. Rejects with `storage_unavailable`. */
export async function openDatabase(
  databaseFile: string,
  { databaseConnections, databaseSchema, databaseUrl, migrate }: DatabaseSettings,
  { pool }: DatabaseOptions = {},
): Promise<OpenDatabase> {
  if (databaseUrl === null) {
    return { database: await openSqliteDatabase({ file: databaseFile }), postgres: null };
  }
  const postgres = await openPostgresDatabase({
    ...(pool === undefined ? { url: databaseUrl, maxConnections: databaseConnections } : { pool }),
    schema: databaseSchema,
    migrate: migrate === 'on',
  });
  return { database: postgres, postgres };
}

/** The error of a database that cannot be used, as a sentence that names it without secrets. Any other error is returned unchanged. */
export function databaseRefusal(
  error: unknown,
  {
    databaseSchema,
    databaseUrl,
    dataDirectory,
  }: Pick<Settings, 'databaseSchema' | 'databaseUrl' | 'dataDirectory'>,
): unknown {
  if (!isDialproofError(error, 'storage_unavailable')) return error;
  const subject =
    databaseUrl === null
      ? `The data folder ${dataDirectory}`
      : `The PostgreSQL database of DATABASE_URL, schema ${databaseSchema},`;
  return new StartRefusal(`${subject} cannot be used: ${error.hint}.`);
}
