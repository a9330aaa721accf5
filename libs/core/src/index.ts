export type { TaskRequest } from './batch/account-tasks.js';
export {
  openPhoneFile,
  type PhoneFile,
  type PhoneFileOptions,
  type PhoneRow,
  type PhoneUpload,
} from './batch/intake/phone-file.js';
export type { FileFacts } from './batch/intake/read-file.js';
export type { SubmitRequest } from './batch/intake/submit.js';
export { textWithinBytes, type UploadRequest } from './batch/intake/upload/upload-request.js';
export { decodeNumberChunk, type NumberChunk } from './batch/number-chunk.js';
export {
  type FilePreview,
  PREVIEW_LIMITS,
  type PreviewColumn,
  type PreviewRow,
  type UnreadCell,
} from './batch/preview/file-preview.js';
export type { ResultsRequest } from './batch/results/result-request.js';
export type { TaskResults } from './batch/results/results.js';
export type {
  ChangeCounts,
  ChangesRequest,
  CompareRequest,
  NumberChange,
  TaskChanges,
} from './batch/results/task-changes.js';
export type { TaskRow, TaskRowPage } from './batch/results/task-rows.js';
export { type RateUse, RateWindow } from './checking/budget/rate-window.js';
export { WaitingCalls } from './checking/budget/waiting-calls.js';
export { readCheckAnswer } from './checking/calls/checker-answer.js';
export { KeptAnswers } from './checking/calls/late-answers.js';
export type { NamedColumn } from './columns/named-column.js';
export { claimDocuments } from './documents/claim-documents.js';
export { OutageDocument, type OutageDocumentData } from './documents/outage-document.js';
export {
  type DocumentClaim,
  TaskDocument,
} from './documents/task-document.js';
export type { NewLease, TaskDocumentData } from './documents/task-document-data.js';
export type { EraseRequest, NumberErasure } from './erasure/erase-number.js';
export { isTimeZone } from './lists/list-settings.js';
export type {
  ChangeListRequest,
  CreateListRequest,
  ListChangesRequest,
  ListFile,
  ListSettings,
  PhoneLists,
  RunListRequest,
} from './lists/phone-lists.js';
export {
  MemoryCreditLedger,
  type MemoryCreditLedgerOptions,
  UnlimitedLedger,
} from './memory/credits/memory-credit-ledger.js';
export { InProcessTaskQueue, type InProcessTaskQueueOptions } from './memory/in-process-task-queue.js';
export { ManualClock } from './memory/manual-clock.js';
export { MemoryAuthenticator } from './memory/memory-authenticator.js';
export { MemoryListStore, type MemoryListStoreOptions } from './memory/memory-list-store.js';
export { MemoryReplayStore, type MemoryReplayStoreOptions } from './memory/memory-replay-store.js';
export {
  MemorySingleAnswerStore,
  type MemorySingleAnswerStoreOptions,
} from './memory/memory-single-answer-store.js';
export { MemorySpendingCounts } from './memory/memory-spending-counts.js';
export { MemorySuppressionList } from './memory/memory-suppression-list.js';
export { MemoryTaskStore, type MemoryTaskStoreOptions } from './memory/tasks/memory-task-store.js';
export {
  type AccountBounds,
  type AccountUsage,
  assertFileWithin,
  assertTaskWithin,
  CREDIT_ENTRY_KINDS,
  type CreditCaps,
  type CreditEntryKind,
  type EmailAddress,
  readEmailAddress,
  SCOPES,
  type Scope,
  STORED_TASK_BYTES,
  utcDayOf,
} from './model/accounts.js';
export {
  counted,
  DialproofError,
  type DialproofErrorOptions,
  ERROR_CODES,
  type ErrorCode,
  isDialproofError,
  notSupported,
  withoutNumbers,
} from './model/errors.js';
export {
  COLUMN_REASONS,
  type ColumnReason,
  type FileReading,
  NOTE_CODES,
  NOTE_LIMITS,
  type NoteCode,
  SEVERAL_NUMBERS,
  type SeveralNumbers,
  type TaskNote,
  UNREAD_REASONS,
  type UnreadCounts,
  type UnreadReason,
} from './model/file-reading.js';
export {
  type AccountId,
  accountId,
  type E164,
  type HoldId,
  keyedTaskId,
  keyedWebhookId,
  type TaskId,
  taskHoldId,
  taskId,
  taskOfHold,
} from './model/identifiers.js';
export {
  assertOptionNames,
  LONGEST_TIMER_MS,
  millisecondsOption,
  type OptionNames,
} from './model/options.js';
export type { PageRequest } from './model/page-request.js';
export type {
  ListChangeCounts,
  ListRun,
  ListRunStatus,
  ListSchedule,
  PendingListRun,
  PhoneList,
} from './model/phone-list.js';
export {
  type ConsentDate,
  type ConsentDates,
  consentDate,
  REASSIGNED,
  type Reassigned,
} from './model/reassigned.js';
export {
  CHANGE_KINDS,
  type ChangeKind,
  emptySummary,
  isVerificationStatus,
  RESULT_COLUMNS,
  RESULT_FORMATS,
  type ResultColumn,
  type ResultFormat,
  type StatusSummary,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from './model/statuses.js';
export {
  addSources,
  FAILURE_REASONS,
  type FailureReason,
  type FileType,
  hasEnded,
  MAX_SEARCHED_CHARS,
  MAX_SOURCES,
  namesWith,
  OTHER_SOURCE,
  OUTAGE_REASONS,
  type OutageReason,
  type PhoneColumn,
  type SourceCounts,
  TASK_STATUSES,
  type Task,
  type TaskFile,
  type TaskStatus,
  type TaskWaiting,
  WAITING_REASONS,
  type WaitingReason,
} from './model/task.js';
export {
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  type DeliveryAnswer,
  type DeliveryAttempt,
  type DeliveryFailure,
  type DeliveryState,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookDelivery,
  type WebhookDisabledReason,
  type WebhookEvent,
  type WebhookEventType,
} from './model/webhook.js';
export { normalizePhone } from './phone/normalize-phone.js';
export { type CountryCode, countryCode } from './phone/numbering/country-code.js';
export { isNonMobileNumber, isPossibleNumber } from './phone/numbering/phone-table.js';
export { type CellSettings, type PhoneInCell, phoneInCell } from './phone/phone-in-cell.js';
export type { AuthenticatedAccount, Authenticator, Credentials } from './ports/authenticator.js';
export { type Clock, type ScheduleOptions, systemClock } from './ports/clock.js';
export type {
  CreditBalance,
  CreditLedger,
  HoldRequest,
  Settlement,
  SettleRequest,
} from './ports/credit-ledger.js';
export { type Entropy, newTaskId, newVerificationHoldId, systemEntropy } from './ports/entropy.js';
export {
  type BulkAnswer,
  type BulkNumberChecker,
  type CheckAnswer,
  type CheckContext,
  type DetailedAnswer,
  isBulkNumberChecker,
  type NumberChecker,
  type ReassignedSince,
  statusOfAnswer,
} from './ports/number-checker.js';
export type { AccountRegistry, RegisteredAccount } from './ports/optional/account-registry.js';
export type { AccountSuspensions } from './ports/optional/account-suspensions.js';
export type {
  AccountToken,
  AccountTokenKey,
  AccountTokens,
  IssuedAccountToken,
  NewAccountToken,
} from './ports/optional/account-tokens.js';
export type { AnswerCache, CacheEntry, KnownAnswer } from './ports/optional/answer-cache.js';
export type { BoundedTasks } from './ports/optional/bounded-tasks.js';
export type {
  CreditEntry,
  CreditStatement,
  StatementPage,
  StatementRequest,
} from './ports/optional/credit-statement.js';
export type {
  EventClaim,
  EventClaimAnswer,
  EventClaimRequest,
  EventKind,
  EventLease,
  EventOutbox,
  TaskEvent,
} from './ports/optional/event-outbox.js';
export {
  chargesMonth,
  type LedgerUpkeep,
  type OpenHold,
  type OpenHoldsRequest,
  type PruneRequest,
  type SumUpRequest,
} from './ports/optional/ledger-upkeep.js';
export type {
  DueList,
  FoundList,
  ListEvent,
  ListKey,
  ListReplacement,
  ListStore,
  StoredList,
} from './ports/optional/list-store.js';
export {
  OBSERVED_APPS,
  type Observation,
  type ObservationStore,
  type ObservedApp,
} from './ports/optional/observation-store.js';
export {
  type ReplayAnswer,
  type ReplayBegin,
  type ReplayBegun,
  type ReplayCompletion,
  type ReplayKey,
  type ReplayLease,
  type ReplayStore,
  UNANSWERED_KEEP_MS,
} from './ports/optional/replay-store.js';
export type {
  CallEnding,
  CheckOutcome,
  ObservedCall,
  ObservedCredits,
  ObservedPurpose,
  ObservedRows,
  ObservedTaskEnd,
  ObservedUpload,
  ServiceObserver,
} from './ports/optional/service-observer.js';
export {
  SINGLE_ANSWERS_AT_ONCE,
  type SingleAnswer,
  type SingleAnswerExpiry,
  type SingleAnswerStore,
} from './ports/optional/single-answer-store.js';
export type { SpendingCounts } from './ports/optional/spending-counts.js';
export {
  SUPPRESSIONS_AT_ONCE,
  type SuppressedNumber,
  type SuppressionAddition,
  type SuppressionList,
  type SuppressionPage,
  type SuppressionPageRequest,
  suppressionPlace,
} from './ports/optional/suppression-list.js';
export type {
  StoredChunk,
  TaskArchive,
  TaskExpiry,
  TaskListRequest,
  TaskPage,
  TaskPart,
} from './ports/optional/task-archive.js';
export type {
  BalanceReadings,
  DeliveryClaim,
  DeliveryClaimAnswer,
  DeliveryClaimRequest,
  DeliveryLease,
  DeliveryPage,
  DeliveryPageRequest,
  DeliveryResult,
  NewWebhook,
  ReplayRequest,
  SecretRotation,
  StoredWebhook,
  WebhookKey,
  WebhookStore,
} from './ports/optional/webhook-store.js';
export { type StoreMoment, StoreTime } from './ports/store-time.js';
export type { DoNextWork, TaskQueue, WorkOutcome, WorkSource } from './ports/task-queue.js';
export type {
  CheckClaim,
  ChunkRecord,
  Claim,
  ClaimAnswer,
  ClaimRequest,
  DiscardClaim,
  FinishClaim,
  Lease,
  OutageReport,
  RecordAnswer,
  RetryContents,
  StoredOutage,
  TaskContents,
  TaskDraft,
  TaskEnding,
  TaskRetry,
  TaskStore,
} from './ports/task-store.js';
export {
  FailureReporter,
  REPORT_KINDS,
  ReportedFailure,
  type ReportKind,
  warnProcess,
} from './reports/failure-reporter.js';
export { createVerificationService } from './service/create-verification-service.js';
export type { CreditEntriesRequest, Statement, StatementEntry } from './service/optional/credit-entries.js';
export type { SupportedOperations } from './service/optional/supported-operations.js';
export type { ListRequest, TaskRowsRequest } from './service/optional/task-archive.js';
export type { VerificationServiceOptions } from './service/service-options.js';
export type { Verification, VerifyRequest } from './service/single/single-checks.js';
export type { RetryRequest } from './service/tasks/retry-task.js';
export type { WatchRequest } from './service/tasks/watch-task.js';
export type {
  UploadSlotRequest,
  VerificationService,
} from './service/verification-service.js';
export type {
  AddedSuppressions,
  SuppressedFile,
  Suppressions,
  SuppressRequest,
} from './suppressions/suppressions.js';
export { neutralizedCell } from './tables/csv-formulas.js';
export type { Row } from './tables/table-block.js';
export { DEFAULT_TABLE_LIMITS, type TableLimits } from './tables/table-limits.js';
export { byteStream } from './tables/upload-content.js';
