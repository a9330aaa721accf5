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
import type { SingleAnswerStore } from '../ports/optional/single-answer-store.js';
import type { SuppressionList } from '../ports/optional/suppression-list.js';
import type { TaskArchive } from '../ports/optional/task-archive.js';
import type { TaskQueue, WorkSource } from '../ports/task-queue.js';
import type { TaskStore } from '../ports/task-store.js';

/** The required methods of a port. A table that lacks one does not compile. */
type MethodsOf<Port> = {
  readonly [Name in keyof Port as Port[Name] extends (...args: never[]) => unknown ? Name : never]: true;
};

/** The methods that each port needs, by its option. A checker has all methods of one of its kinds. */
const KINDS = {
  store: {
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
  } satisfies MethodsOf<TaskStore>,
  ledger: { hold: true, settle: true, balance: true, releaseExpired: true } satisfies MethodsOf<CreditLedger>,
  checker: [
    { check: true } satisfies MethodsOf<NumberChecker>,
    { checkMany: true } satisfies MethodsOf<BulkNumberChecker>,
  ],
  queue: { start: true, wake: true, stop: true } satisfies MethodsOf<TaskQueue>,
  clock: { now: true, elapsed: true, schedule: true } satisfies MethodsOf<Clock>,
  entropy: { uuid: true, bytes: true, fraction: true } satisfies MethodsOf<Entropy>,
  archive: {
    list: true,
    numbers: true,
    remove: true,
    rewrite: true,
    expire: true,
  } satisfies MethodsOf<TaskArchive>,
  lists: {
    create: true,
    find: true,
    all: true,
    replace: true,
    remove: true,
    claimDue: true,
  } satisfies MethodsOf<ListStore>,
  boundedTasks: { usage: true, enqueueWithin: true, resumeWithin: true } satisfies MethodsOf<BoundedTasks>,
  suspensions: { suspendAccount: true, reinstateAccount: true } satisfies MethodsOf<AccountSuspensions>,
  statement: { statement: true } satisfies MethodsOf<CreditStatement>,
  upkeep: { openHolds: true, pruneHolds: true, sumUpCharges: true } satisfies MethodsOf<LedgerUpkeep>,
  replays: {
    begin: true,
    extend: true,
    complete: true,
    abandon: true,
    forget: true,
    expire: true,
  } satisfies MethodsOf<ReplayStore>,
  singleAnswers: {
    keep: true,
    find: true,
    remove: true,
    expire: true,
  } satisfies MethodsOf<SingleAnswerStore>,
  suppressions: { add: true, remove: true, among: true, page: true } satisfies MethodsOf<SuppressionList>,
  workSources: { work: true } satisfies MethodsOf<WorkSource>,
};

/**
 * Throws TypeError unless `port` has every method that is called on it, its own or inherited. Otherwise the service would start and fail in
 * use, or every check would fail.
 */
export function assertPort(option: keyof typeof KINDS, port: unknown): void {
  if (typeof port !== 'object' || port === null) {
    throw new TypeError(`option ${option} must be an object with methods, not ${String(port)}`);
  }
  const missing = [KINDS[option]]
    .flat()
    .map((methods) => Object.keys(methods).filter((name) => typeof Reflect.get(port, name) !== 'function'));
  if (missing.some((names) => names.length === 0)) return;
  throw new TypeError(
    `option ${option} has no method ${missing.map((names) => names.join(', ')).join(' or ')}`,
  );
}
