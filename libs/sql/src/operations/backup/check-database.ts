import { counted } from '@dialproof/core';
import type Database from 'better-sqlite3';
import { newestVersion, unknownVersionHint } from '../../migrations/migrate.js';
import { openWithDriver } from '../../sqlite/driver.js';
import { openSqliteDatabase } from '../../sqlite/open-sqlite-database.js';
import { translateSqliteError } from '../../sqlite/sqlite-errors.js';
import { auditLedger } from '../ledger-audit.js';
import { unavailable } from './backup-files.js';

/** The contents of a database that passed the check. */
export interface CheckedDatabase {
  /** The version of its schema before it was brought up to date. */
  readonly schemaVersion: number;
  readonly accounts: number;
  readonly tasks: number;
}

/**
 * Checks a database that no other process has open: every page by SQLite's own check, the references between its tables, the version of
 * its schema, and its ledger. For every account, grants less charges have to equal the available and held credits. Brings the schema up
 * to date. Rejects with `storage_unavailable`; its hint names the first fault.
 */
export async function checkSqliteDatabase(file: string): Promise<CheckedDatabase> {
  const schemaVersion = checkPages(file);
  const database = await openSqliteDatabase({ file });
  try {
    const audit = await auditLedger(database);
    const wrong = audit.accounts.filter(({ addsUp }) => !addsUp);
    if (wrong.length > 0) {
      throw unavailable(
        `the credits of ${counted(wrong.length, 'account')} do not add up, of ${wrong[0]?.accountId} for one`,
      );
    }
  } finally {
    await database.close();
  }
  return { schemaVersion, ...countRows(file) };
}

/** Returns the version of the schema. */
function checkPages(file: string): number {
  return withDatabase(file, (database) => {
    const isOurs = database
      .prepare(`select 1 from sqlite_schema where type = 'table' and name = 'schema_migrations'`)
      .get();
    if (isOurs === undefined) throw unavailable('the file is a database, but none of this package');
    const version = database.prepare('select max(version) from schema_migrations').pluck().get();
    if (typeof version !== 'number') throw unavailable('the database has no schema');
    const newest = newestVersion();
    if (version > newest) throw unavailable(unknownVersionHint(version, newest));
    const [problem] = database.prepare('pragma integrity_check(1)').pluck().all();
    if (problem !== 'ok') throw unavailable(`the database is damaged: ${String(problem)}`);
    const [reference] = database.prepare('pragma foreign_key_check').all();
    if (reference !== undefined)
      throw unavailable('the database is damaged: rows refer to others that are missing');
    return version;
  });
}

function countRows(file: string): Pick<CheckedDatabase, 'accounts' | 'tasks'> {
  return withDatabase(file, (database) => {
    const count = (table: string) => Number(database.prepare(`select count(*) from ${table}`).pluck().get());
    const orphans = database
      .prepare(
        `select account_id from journal union select account_id from holds except select account_id from balances`,
      )
      .pluck()
      .all();
    if (orphans.length > 0)
      throw unavailable(
        `${counted(orphans.length, 'account has', 'accounts have')} entries of credits and no balance`,
      );
    return { accounts: count('balances'), tasks: count('tasks') };
  });
}

function withDatabase<Result>(file: string, use: (database: Database.Database) => Result): Result {
  let database: Database.Database | undefined;
  try {
    database = openWithDriver(file, { fileMustExist: true });
    return use(database);
  } catch (error) {
    throw translateSqliteError(error);
  } finally {
    database?.close();
  }
}
