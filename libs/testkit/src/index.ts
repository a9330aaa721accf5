export { creditLedgerContract, type LedgerSubject } from './ledger/credit-ledger-contract.js';
export type { Closable, TestRunner } from './runner/test-runner.js';
export { type TaskStoreSubject, taskStoreContract } from './tasks/task-store-contract.js';
