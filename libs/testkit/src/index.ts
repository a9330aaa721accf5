export {
  type AccountRegistrySubject,
  accountRegistryContract,
} from './accounts/account-registry-contract.js';
export { type AuthenticatorSubject, authenticatorContract } from './accounts/authenticator-contract.js';
export {
  type BulkNumberCheckerSubject,
  bulkNumberCheckerContract,
} from './checkers/bulk-number-checker-contract.js';
export { type NumberCheckerSubject, numberCheckerContract } from './checkers/number-checker-contract.js';
export { type ClockSubject, clockContract } from './clock/clock-contract.js';
export { EndingsChecker, type EndingsCheckerOptions } from './http/endings-checker.js';
export {
  httpContract,
  type MountedAccount,
  type MountedServer,
  type OpenAccountRequest,
} from './http/http-contract.js';
export {
  listenLocally,
  type MemoryParts,
  type MemoryServerOptions,
  type Mount,
  startMemoryServer,
} from './http/memory-server.js';
export { creditLedgerContract, type LedgerSubject } from './ledger/credit-ledger-contract.js';
export { type TaskQueueSubject, taskQueueContract } from './queue/task-queue-contract.js';
export type { Closable, TestRunner } from './runner/test-runner.js';
export { type TaskStoreSubject, taskStoreContract } from './tasks/task-store-contract.js';
