export {
  type Account,
  type CreatedAccount,
  type NewAccount,
  SqlAccounts,
  type SqlAccountsOptions,
} from './accounts/sql-accounts.js';
export { answerHashKey } from './answers/answer-hash-key.js';
export { SqlAnswerCache, type SqlAnswerCacheOptions } from './answers/sql-answer-cache.js';
export { SqlSingleAnswerStore, type SqlSingleAnswerStoreOptions } from './answers/sql-single-answer-store.js';
export type { SqlDatabase, SqlSession, SqlWork, SqlWriteSession } from './database.js';
export { SqlCreditLedger, type SqlCreditLedgerOptions } from './ledger/sql-credit-ledger.js';
export { SqlListStore, type SqlListStoreOptions } from './lists/sql-list-store.js';
export {
  SqlObservationStore,
  type SqlObservationStoreOptions,
} from './observations/sql-observation-store.js';
export { SqlEventOutbox, type SqlEventOutboxOptions } from './outbox/sql-event-outbox.js';
export { SqlReplayStore, type SqlReplayStoreOptions } from './replays/sql-replay-store.js';
export { SqlSpendingCounts, type SqlSpendingCountsOptions } from './spending/sql-spending-counts.js';
export {
  SqlSuppressionList,
  type SqlSuppressionListOptions,
} from './suppressions/sql-suppression-list.js';
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
