export { type BackupOptions, backUpSqliteDatabase } from './back-up-database.js';
export { type CheckedDatabase, checkSqliteDatabase } from './check-database.js';
export {
  type RestoredDatabase,
  type RestoreOptions,
  removeUnfinishedRestore,
  restoreSqliteDatabase,
} from './restore-database.js';
