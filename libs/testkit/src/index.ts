export {
  type AccountRegistrySubject,
  accountRegistryContract,
} from './accounts/account-registry-contract.js';
export { type AccountTokensSubject, accountTokensContract } from './accounts/account-tokens-contract.js';
export { type AuthenticatorSubject, authenticatorContract } from './accounts/authenticator-contract.js';
export type { AnswerCacheSubject } from './answers/answer-cache-contract.js';
export { answerCacheContract } from './answers/answer-cache-contract.js';
export {
  type SingleAnswerStoreSubject,
  singleAnswerStoreContract,
} from './answers/single-answer-store-contract.js';
export type { TaskArchiveSubject } from './archive/list-cases.js';
export { taskArchiveContract } from './archive/task-archive-contract.js';
export type { BoundedTasksSubject } from './bounds/bounded-tasks-contract.js';
export { boundedTasksContract } from './bounds/bounded-tasks-contract.js';
export {
  type BulkNumberCheckerSubject,
  bulkNumberCheckerContract,
  type NumberCheckerSubject,
  numberCheckerContract,
} from './checkers/number-checker-contracts.js';
export { type ClockSubject, clockContract } from './clock/clock-contract.js';
export { httpContract, mountContract } from './http/http-contract.js';
export { EndingsChecker, type EndingsCheckerOptions } from './http/server/endings-checker.js';
export {
  listenLocally,
  type MemoryParts,
  type MemoryServerOptions,
  type Mount,
  startMemoryServer,
} from './http/server/memory-server.js';
export type {
  MountedAccount,
  MountedBounds,
  MountedFaults,
  MountedServer,
  OpenAccountRequest,
} from './http/server/mounted-server.js';
export { creditLedgerContract } from './ledger/credit-ledger-contract.js';
export type { LedgerSubject } from './ledger/sample-hold.js';
export {
  type ListStoreParts,
  type ListStoreSubject,
  listStoreContract,
} from './lists/list-store-contract.js';
export type { ObservationStoreSubject } from './observations/observation-store-contract.js';
export { observationStoreContract } from './observations/observation-store-contract.js';
export type { EventOutboxSubject, StoreWithOutbox } from './outbox/event-outbox-contract.js';
export { eventOutboxContract } from './outbox/event-outbox-contract.js';
export type { TaskQueueSubject } from './queue/sample-work.js';
export { taskQueueContract } from './queue/task-queue-contract.js';
export { replayStoreContract } from './replay/replay-store-contract.js';
export type { ReplayStoreSubject } from './replay/sample-request.js';
export type { CreateOnClock, KeepsTime } from './runner/own-time.js';
export type { Closable, TestRunner } from './runner/test-runner.js';
export type { SpendingCountsSubject } from './spending/spending-counts-contract.js';
export { spendingCountsContract } from './spending/spending-counts-contract.js';
export type { CreditStatementSubject } from './statement/credit-statement-contract.js';
export { creditStatementContract } from './statement/credit-statement-contract.js';
export {
  type SuppressionListSubject,
  suppressionListContract,
} from './suppressions/suppression-list-contract.js';
export {
  type AccountSuspensionsSubject,
  accountSuspensionsContract,
} from './suspensions/account-suspensions-contract.js';
export type { TaskStoreSubject } from './tasks/subject/sample-task.js';
export { taskStoreContract } from './tasks/task-store-contract.js';
export type { LedgerUpkeepSubject } from './upkeep/ledger-upkeep-contract.js';
export { ledgerUpkeepContract } from './upkeep/ledger-upkeep-contract.js';
export type { WebhookStoreSubject } from './webhooks/sample-webhooks.js';
export { webhookStoreContract } from './webhooks/webhook-store-contract.js';
export { type SampleSheet, writeWorkbook } from './workbooks/write-workbook.js';
