export {
  type AccountErasure,
  SqlErasure,
  type SqlErasureOptions,
  type TaskErasure,
} from './erasure/sql-erasure.js';
export { type AccountAudit, auditLedger, type LedgerAudit } from './ledger-audit.js';
export type {
  AccountCounts,
  AnswerRecord,
  DeliveryRecord,
  EventRecord,
  HoldRecord,
  JournalEntry,
} from './records/record-queries.js';
export { SqlAccountRecords, type SqlAccountRecordsOptions } from './records/sql-account-records.js';
