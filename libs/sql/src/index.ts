export type { SqlDatabase, SqlSession, SqlWork } from './database.js';
export type { JournalEntry } from './ledger/journal.js';
export type { AccountAudit, LedgerAudit } from './ledger/ledger-audit.js';
export { SqlCreditLedger, type SqlCreditLedgerOptions } from './ledger/sql-credit-ledger.js';
export { openSqliteDatabase, type SqliteDatabaseOptions } from './sqlite/open-sqlite-database.js';
export { SqlTaskStore, type SqlTaskStoreOptions } from './tasks/sql-task-store.js';
