import { DialproofError, isDialproofError } from '@dialproof/core';

/** Hints for SQLite's result codes that mean "the storage does not work". Extended codes begin with one of these. */
const OUTAGES: readonly (readonly [code: string, hint: string])[] = [
  ['SQLITE_FULL', 'the disk of the database is full'],
  ['SQLITE_BUSY', 'another process has kept the database locked for too long'],
  ['SQLITE_LOCKED', 'another process has kept the database locked for too long'],
  ['SQLITE_IOERR', 'the disk of the database reports errors'],
  ['SQLITE_READONLY', 'the database may not be written'],
  ['SQLITE_PERM', 'the database may not be opened'],
  ['SQLITE_AUTH', 'the database may not be opened'],
  ['SQLITE_CANTOPEN', 'the database cannot be opened: its folder is missing or not accessible'],
  ['SQLITE_CORRUPT', 'the database is damaged: restore it from a backup'],
  ['SQLITE_NOTADB', 'the file is not a database'],
  ['SQLITE_NOMEM', 'there is not enough memory for the database'],
  ['SQLITE_PROTOCOL', 'the locks of the database do not work on this file system'],
  ['SQLITE_NOLFS', 'the file system does not support files of this size'],
];

/**
 * Turns an error of better-sqlite3 into `storage_unavailable`, with the driver's own as its cause. It returns any other error as it is,
 * such as a mistake in a query.
 */
export function translateSqliteError(error: unknown): unknown {
  const code = sqliteCode(error);
  const outage = OUTAGES.find(([prefix]) => code === prefix || code?.startsWith(`${prefix}_`));
  return outage === undefined
    ? error
    : new DialproofError('storage_unavailable', { hint: outage[1], cause: error });
}

/** Whether the error means that another process holds the lock. It may be the driver's own error or the translated one. */
export function isBusy(error: unknown): boolean {
  const driverError = isDialproofError(error, 'storage_unavailable') ? error.cause : error;
  return sqliteCode(driverError)?.startsWith('SQLITE_BUSY') ?? false;
}

export function databaseClosed(): DialproofError {
  return new DialproofError('storage_unavailable', { hint: 'the database has been closed' });
}

export function fileMoved(): DialproofError {
  return new DialproofError('storage_unavailable', {
    hint: 'the file of the database is gone or was replaced: stop the process, put the file back, start again',
  });
}

export function logInUse(): DialproofError {
  return new DialproofError('storage_unavailable', {
    hint: 'another process has used the log of the database for too long: it still holds what was deleted',
  });
}

// Tests only the code: `instanceof` fails if the host has its own copy of the driver.
function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.code.startsWith('SQLITE_') ? error.code : undefined;
}
