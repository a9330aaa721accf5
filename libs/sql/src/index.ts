export {
  type Account,
  type CreatedAccount,
  type NewAccount,
  SqlAccounts,
  type SqlAccountsOptions,
} from './accounts/sql-accounts.js';
export { SqlAnswerCache, type SqlAnswerCacheOptions } from './answers/sql-answer-cache.js';
export type { SqlDatabase, SqlSession, SqlWork, SqlWriteSession } from './database.js';
export {
  type AccountErasure,
  SqlErasure,
  type SqlErasureOptions,
  type TaskErasure,
} from './erasure/sql-erasure.js';
export type { JournalEntry } from './ledger/journal.js';
export type { AccountAudit, LedgerAudit } from './ledger/ledger-audit.js';
export { SqlCreditLedger, type SqlCreditLedgerOptions } from './ledger/sql-credit-ledger.js';
export {
  SqlObservationStore,
  type SqlObservationStoreOptions,
} from './observations/sql-observation-store.js';
export { SqlEventOutbox, type SqlEventOutboxOptions } from './outbox/sql-event-outbox.js';
export {
  type AccountCounts,
  type AnswerRecord,
  type DeliveryRecord,
  type EventRecord,
  type HoldRecord,
  SqlAccountRecords,
  type SqlAccountRecordsOptions,
} from './records/sql-account-records.js';
export { SqlReplayStore, type SqlReplayStoreOptions } from './replays/sql-replay-store.js';
export { SqlSpendingCounts, type SqlSpendingCountsOptions } from './spending/sql-spending-counts.js';
export { SqlTaskStore, type SqlTaskStoreOptions } from './tasks/sql-task-store.js';
export { SqlAccountTokens, type SqlAccountTokensOptions } from './tokens/sql-account-tokens.js';
export { SqlAuthenticator, type SqlAuthenticatorOptions } from './tokens/sql-authenticator.js';
export {
  type IssuedToken,
  type NewTokenOptions,
  type RotateOptions,
  SqlTokens,
  type SqlTokensOptions,
  type TokenRecord,
} from './tokens/sql-tokens.js';
export { SqlWebhookStore, type SqlWebhookStoreOptions } from './webhooks/sql-webhook-store.js';
