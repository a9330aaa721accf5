export { type BackupOptions, backUpSqliteDatabase } from './backup/back-up-database.js';
export { type CheckedDatabase, checkSqliteDatabase } from './backup/check-database.js';
export {
  type RestoredDatabase,
  type RestoreOptions,
  removeUnfinishedRestore,
  restoreSqliteDatabase,
} from './backup/restore-database.js';
export { openSqliteDatabase, type SqliteDatabaseOptions } from './open-sqlite-database.js';
export { SoleProcessLock } from './sole-process-lock.js';
export { translateSqliteError } from './sqlite-errors.js';
