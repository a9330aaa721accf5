export { RESULT_FORMATS, type ResultFormat } from './batch/result-request.js';
export { type FindPhoneColumnOptions, findPhoneColumn } from './columns/find-phone-column.js';
export type { FoundColumn } from './columns/found-column.js';
export { createVerificationService } from './create-verification-service.js';
export { type EmailAddress, readEmailAddress } from './email-address.js';
export {
  DialproofError,
  type DialproofErrorOptions,
  ERROR_CODES,
  type ErrorCode,
  isDialproofError,
} from './errors.js';
export {
  type AccountId,
  accountId,
  type HoldId,
  newTaskId,
  newVerificationHoldId,
  type TaskId,
  taskHoldId,
  taskId,
  taskOfHold,
} from './identifiers.js';
export { ManualClock } from './memory/manual-clock.js';
export {
  MemoryAccountRegistry,
  type MemoryAccountRegistryOptions,
} from './memory/memory-account-registry.js';
export { MemoryAuthenticator } from './memory/memory-authenticator.js';
export { MemoryCreditLedger } from './memory/memory-credit-ledger.js';
export { MemoryNumberChecker } from './memory/memory-number-checker.js';
export { MemoryTaskStore } from './memory/memory-task-store.js';
export { type CountryCode, countryCode } from './phone/country-code.js';
export type { E164 } from './phone/e164.js';
export { normalizePhone } from './phone/normalize-phone.js';
export { readPhoneCell } from './phone/phone-cell.js';
export { isPossibleNumber } from './phone/phone-table.js';
export type { AccountRegistry, RegisteredAccount } from './ports/account-registry.js';
export type { AuthenticatedAccount, Authenticator, Credentials } from './ports/authenticator.js';
export { type Clock, systemClock } from './ports/clock.js';
export type { CreditBalance, CreditLedger, HoldRequest, Settlement } from './ports/credit-ledger.js';
export type { BulkAnswer, BulkNumberChecker, CheckContext, NumberChecker } from './ports/number-checker.js';
export type { DoNextWork, TaskQueue, WorkOutcome } from './ports/task-queue.js';
export type {
  ChunkResult,
  Claim,
  ClaimAnswer,
  ClaimRequest,
  GiveBack,
  LeaseTarget,
  TaskContents,
  TaskDraft,
  TaskEnding,
  TaskStore,
} from './ports/task-store.js';
export { InProcessTaskQueue, type InProcessTaskQueueOptions } from './queue/in-process-task-queue.js';
export type { VerificationServiceOptions } from './service-options.js';
export {
  emptySummary,
  isVerificationStatus,
  type StatusSummary,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from './statuses.js';
export type { Row } from './tables/row.js';
export { DEFAULT_TABLE_LIMITS, type TableLimits } from './tables/table-limits.js';
export {
  canBecome,
  FAILURE_REASONS,
  type FailureReason,
  type FileType,
  hasEnded,
  type PhoneColumn,
  TASK_STATUSES,
  TASK_TRANSITIONS,
  type Task,
  type TaskFile,
  type TaskStatus,
} from './task.js';
export type {
  ResultsRequest,
  StartOptions,
  SubmitRequest,
  TaskRequest,
  TaskResults,
  Verification,
  VerificationService,
  VerifyRequest,
} from './verification-service.js';
