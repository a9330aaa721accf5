import { isDialproofError } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isBusy, translateSqliteError } from './sqlite-errors.js';

describe('translateSqliteError', () => {
  it.each([
    ['SQLITE_FULL', /full/],
    ['SQLITE_BUSY', /locked/],
    ['SQLITE_BUSY_SNAPSHOT', /locked/],
    ['SQLITE_LOCKED_SHAREDCACHE', /locked/],
    ['SQLITE_IOERR_FSYNC', /disk/],
    ['SQLITE_READONLY_DBMOVED', /written/],
    ['SQLITE_CANTOPEN', /opened/],
    ['SQLITE_CORRUPT_INDEX', /damaged/],
    ['SQLITE_NOTADB', /not a database/],
    ['SQLITE_NOMEM', /memory/],
  ])('makes storage_unavailable of %s, with the cause', (code, hint) => {
    const error = new Database.SqliteError('as the driver says it', code);

    const translated = translateSqliteError(error);

    expect(isDialproofError(translated, 'storage_unavailable')).toBe(true);
    expect(translated).toMatchObject({ cause: error, hint: expect.stringMatching(hint) });
  });

  it.each([
    ['a broken constraint', new Database.SqliteError('constraint failed', 'SQLITE_CONSTRAINT_CHECK')],
    ['a mistake in a query', new Database.SqliteError('no such table: x', 'SQLITE_ERROR')],
    ['an error of another kind', new TypeError('not the driver')],
    ['a code that only begins alike', Object.assign(new Error('x'), { code: 'SQLITE_FULLY_UNKNOWN' })],
    ['what is no error', 'SQLITE_FULL'],
  ])('leaves %s as it is', (_, error) => {
    expect(translateSqliteError(error)).toBe(error);
  });

  it('knows a lock of another process before and after translation', () => {
    const error = new Database.SqliteError('database is locked', 'SQLITE_BUSY_RECOVERY');

    expect(isBusy(error)).toBe(true);
    expect(isBusy(translateSqliteError(error))).toBe(true);
    expect(isBusy(new Database.SqliteError('disk full', 'SQLITE_FULL'))).toBe(false);
  });
});
