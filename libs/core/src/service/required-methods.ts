import type { Clock } from '../ports/clock.js';
import type { CreditLedger } from '../ports/credit-ledger.js';
import type { Entropy } from '../ports/entropy.js';
import type { BulkNumberChecker, NumberChecker } from '../ports/number-checker.js';
import type { AccountSuspensions } from '../ports/optional/account-suspensions.js';
import type { BoundedTasks } from '../ports/optional/bounded-tasks.js';
import type { CreditStatement } from '../ports/optional/credit-statement.js';
import type { LedgerUpkeep } from '../ports/optional/ledger-upkeep.js';
import type { ListStore } from '../ports/optional/list-store.js';
import type { ReplayStore } from '../ports/optional/replay-store.js';
import type { SuppressionList } from '../ports/optional/suppression-list.js';
import type { TaskArchive } from '../ports/optional/task-archive.js';
import type { TaskQueue, WorkSource } from '../ports/task-queue.js';
import type { TaskStore } from '../ports/task-store.js';

/** Every required method of a port: a table that lacks one does not compile. */
type MethodsOf<Port> = {
  readonly [Name in keyof Port as Port[Name] extends (...args: never[]) => unknown ? Name : never]: true;
};

const TASK_STORE: MethodsOf<TaskStore> = {
  begin: true,
  appendRows: true,
  enqueue: true,
  discard: true,
  beginRetry: true,
  resume: true,
  find: true,
  rowBlock: true,
  statuses: true,
  claim: true,
  extendLease: true,
  record: true,
  giveBack: true,
  fail: true,
  finish: true,
  reportOutage: true,
  endOutage: true,
};
const CREDIT_LEDGER: MethodsOf<CreditLedger> = {
  hold: true,
  settle: true,
  balance: true,
  releaseExpired: true,
};
const CREDIT_STATEMENT: MethodsOf<CreditStatement> = { statement: true };
const LEDGER_UPKEEP: MethodsOf<LedgerUpkeep> = { openHolds: true, pruneHolds: true, sumUpCharges: true };
const REPLAY_STORE: MethodsOf<ReplayStore> = {
  begin: true,
  extend: true,
  complete: true,
  abandon: true,
  forget: true,
  expire: true,
};
const TASK_ARCHIVE: MethodsOf<TaskArchive> = {
  list: true,
  numbers: true,
  remove: true,
  rewrite: true,
  expire: true,
};
const LIST_STORE: MethodsOf<ListStore> = {
  create: true,
  find: true,
  all: true,
  replace: true,
  remove: true,
  claimDue: true,
};
const SUPPRESSION_LIST: MethodsOf<SuppressionList> = { add: true, remove: true, among: true, page: true };
const BOUNDED_TASKS: MethodsOf<BoundedTasks> = { usage: true, enqueueWithin: true, resumeWithin: true };
const ACCOUNT_SUSPENSIONS: MethodsOf<AccountSuspensions> = { suspendAccount: true, reinstateAccount: true };
const TASK_QUEUE: MethodsOf<TaskQueue> = { start: true, wake: true, stop: true };
const WORK_SOURCE: MethodsOf<WorkSource> = { work: true };
const CLOCK: MethodsOf<Clock> = { now: true, elapsed: true, schedule: true };
const ENTROPY: MethodsOf<Entropy> = { uuid: true, bytes: true, fraction: true };
const NUMBER_CHECKER: MethodsOf<NumberChecker> = { check: true };
const BULK_NUMBER_CHECKER: MethodsOf<BulkNumberChecker> = { checkMany: true };

/** The methods that each port needs, by its option. A port with several kinds has to have all methods of one kind. */
const KINDS = {
  store: [TASK_STORE],
  ledger: [CREDIT_LEDGER],
  checker: [NUMBER_CHECKER, BULK_NUMBER_CHECKER],
  queue: [TASK_QUEUE],
  clock: [CLOCK],
  entropy: [ENTROPY],
  archive: [TASK_ARCHIVE],
  lists: [LIST_STORE],
  boundedTasks: [BOUNDED_TASKS],
  suspensions: [ACCOUNT_SUSPENSIONS],
  statement: [CREDIT_STATEMENT],
  upkeep: [LEDGER_UPKEEP],
  replays: [REPLAY_STORE],
  suppressions: [SUPPRESSION_LIST],
  workSources: [WORK_SOURCE],
};

/**
 * Throws TypeError unless `port` has every method that is called on it, its own or inherited. Otherwise the service would start and fail in
 * use, or every check would fail.
 */
export function assertPort(option: keyof typeof KINDS, port: unknown): void {
  if (typeof port !== 'object' || port === null) {
    throw new TypeError(`option ${option} must be an object with methods, not ${String(port)}`);
  }
  const missing = KINDS[option].map((methods) =>
    Object.keys(methods).filter((name) => typeof Reflect.get(port, name) !== 'function'),
  );
  if (missing.some((names) => names.length === 0)) return;
  throw new TypeError(
    `option ${option} has no method ${missing.map((names) => names.join(', ')).join(' or ')}`,
  );
}
