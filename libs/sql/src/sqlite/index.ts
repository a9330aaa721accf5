export { openSqliteDatabase, type SqliteDatabaseOptions } from './open-sqlite-database.js';
export { SoleProcessLock } from './sole-process-lock.js';
export { translateSqliteError } from './sqlite-errors.js';
