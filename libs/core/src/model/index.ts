// The vocabulary of the domain, without Node, for clients and pages, which also run in browsers.

export { CREDIT_ENTRY_KINDS, type CreditEntryKind, SCOPES, type Scope } from './accounts.js';
export { ERROR_CODES, type ErrorCode } from './errors.js';
export {
  COLUMN_REASONS,
  type ColumnReason,
  NOTE_CODES,
  type NoteCode,
  SEVERAL_NUMBERS,
  type SeveralNumbers,
  UNREAD_REASONS,
  type UnreadCounts,
  type UnreadReason,
} from './file-reading.js';
export { retryAfterMs } from './options.js';
export {
  LAST_SCHEDULED_DAY,
  LIST_RUN_STATUSES,
  type ListRunStatus,
  MAX_LIST_NAME_CHARS,
  SCHEDULE_PERIODS,
  WEEKDAYS,
  type Weekday,
} from './phone-list.js';
export { REASSIGNED, type Reassigned } from './reassigned.js';
export {
  CHANGE_KINDS,
  type ChangeKind,
  RESULT_COLUMNS,
  RESULT_FORMATS,
  type ResultColumn,
  type ResultFormat,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from './statuses.js';
export {
  FAILURE_REASONS,
  type FailureReason,
  MAX_SEARCHED_CHARS,
  OUTAGE_REASONS,
  type OutageReason,
  TASK_STATUSES,
  type TaskStatus,
  WAITING_REASONS,
  type WaitingReason,
} from './task.js';
export {
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  type DeliveryFailure,
  type DeliveryState,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENT_TYPES,
  type WebhookDisabledReason,
  type WebhookEventType,
} from './webhook.js';
