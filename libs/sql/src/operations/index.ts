export {
  type AccountErasure,
  SqlErasure,
  type SqlErasureOptions,
  type TaskErasure,
} from './erasure/sql-erasure.js';
export { type AccountAudit, auditLedger, type LedgerAudit } from './ledger-audit.js';
export {
  type AccountCounts,
  type AnswerRecord,
  type DeliveryRecord,
  type EventRecord,
  type HoldRecord,
  type JournalEntry,
  SqlAccountRecords,
  type SqlAccountRecordsOptions,
} from './records/sql-account-records.js';
