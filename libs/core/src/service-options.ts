import { tmpdir } from 'node:os';
import { type Clock, systemClock } from './ports/clock.js';
import type { CreditLedger } from './ports/credit-ledger.js';
import { type BulkNumberChecker, isBulkNumberChecker, type NumberChecker } from './ports/number-checker.js';
import { assertPort } from './ports/required-methods.js';
import type { TaskQueue } from './ports/task-queue.js';
import type { TaskStore } from './ports/task-store.js';
import { DEFAULT_TABLE_LIMITS, type TableLimits } from './tables/table-limits.js';

/** The parts and settings of a verification service. */
export interface VerificationServiceOptions {
  /** Keeps the tasks. */
  readonly store: TaskStore;
  /** Keeps the credits. */
  readonly ledger: CreditLedger;
  /** Knows about numbers. */
  readonly checker: NumberChecker | BulkNumberChecker;
  /** Calls `work` whenever there is some. Null: nobody does, the host calls `work` itself, from a queue or cron of its own. */
  readonly queue: TaskQueue | null;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** Rows that a file may have, its header not counted; more are refused with `too_many_rows`. Default 100,000. */
  readonly maxRows?: number;
  /** What else a file may be; each limit that is left out has its default. */
  readonly tableLimits?: Partial<TableLimits>;
  /**
   * Whether cells of a CSV result that a spreadsheet would take for a formula get an apostrophe before them, unless the request for it
   * says otherwise: those that begin with = + - or @, their full-width forms, a tab or a line end. Phones may begin with +. Default
   * false: every cell comes back as it was.
   */
  readonly neutralizeFormulas?: boolean;
  /**
   * Checker calls under way at once for all tasks together; single verifications come on top. The queue has to run as many chunks at
   * once as it takes to have so many numbers: InProcessTaskQueue's 8 chunks of 250 do for 2,000. Default 100.
   */
  readonly checkConcurrency?: number;
  /** Milliseconds after which a check without an answer has failed. Default 10,000. */
  readonly checkDeadlineMs?: number;
  /**
   * Numbers that are checked and recorded as one unit: what is asked again after a crash. Default 250, or as many as a bulk checker
   * takes in one call if that is more.
   */
  readonly chunkSize?: number;
  /** Milliseconds after which the work of a process that died is taken over by others. Default 60,000. */
  readonly leaseMs?: number;
  /** So many failed checks in a row mean that the checker is down: the task then waits. Default 20. */
  readonly outageAfterFailures?: number;
  /** Milliseconds after which a task that waits for its checker fails with `checker_unavailable`. Default 3,600,000, an hour. */
  readonly outageTimeoutMs?: number;
  /** Folder for uploaded workbooks while they are read. Default: the system's. */
  readonly tempDirectory?: string;
  /** Is told of failures that no caller sees, because what failed is repeated. Default: they are dropped. */
  readonly onError?: (error: unknown) => void;
}

/** The options with their defaults filled in, checked and frozen. */
export type ServiceSettings = Required<Omit<VerificationServiceOptions, 'tableLimits'>> & {
  readonly tableLimits: TableLimits;
};

const DEFAULTS = {
  clock: systemClock,
  maxRows: 100_000,
  neutralizeFormulas: false,
  checkConcurrency: 100,
  checkDeadlineMs: 10_000,
  leaseMs: 60_000,
  outageAfterFailures: 20,
  outageTimeoutMs: 3_600_000,
  onError: () => undefined,
};

const DEFAULT_CHUNK_SIZE = 250;

const POSITIVE_WHOLE_NUMBERS = [
  'maxRows',
  'checkConcurrency',
  'checkDeadlineMs',
  'chunkSize',
  'leaseMs',
  'outageAfterFailures',
  'outageTimeoutMs',
] as const;

/** A timer cannot wait longer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function readServiceOptions(options: VerificationServiceOptions): ServiceSettings {
  assertPorts(options);
  const settings = {
    ...DEFAULTS,
    chunkSize: defaultChunkSize(options.checker),
    tempDirectory: tmpdir(),
    ...withoutUndefined(options),
    tableLimits: Object.freeze({ ...DEFAULT_TABLE_LIMITS, ...withoutUndefined(options.tableLimits ?? {}) }),
  };
  for (const name of POSITIVE_WHOLE_NUMBERS) {
    const value = settings[name];
    if (!Number.isInteger(value) || value < 1 || value > MAX_TIMER_MS) {
      throw new RangeError(`option ${name} must be a whole number from 1 to ${MAX_TIMER_MS}, not ${value}`);
    }
  }
  for (const [name, value] of Object.entries(settings.tableLimits)) {
    if (!(value > 0)) throw new RangeError(`limit ${name} must be a number above 0, not ${value}`);
  }
  return Object.freeze(settings);
}

function assertPorts(options: VerificationServiceOptions): void {
  for (const part of ['store', 'ledger', 'checker', 'queue'] as const) {
    if (options[part] !== undefined) continue;
    const hint = part === 'queue' ? '; pass null to call work() yourself' : '';
    throw new TypeError(`option ${part} is missing${hint}`);
  }
  const { store, ledger, checker, queue, clock } = options;
  assertPort('store', store);
  assertPort('ledger', ledger);
  assertPort('checker', checker);
  if (queue !== null) assertPort('queue', queue);
  if (clock !== undefined) assertPort('clock', clock);
}

function defaultChunkSize(checker: NumberChecker | BulkNumberChecker): number {
  const callSize = isBulkNumberChecker(checker) ? checker.maxNumbers : 1;
  // What is no number of numbers is refused where calls are made.
  return Number.isInteger(callSize) ? Math.max(DEFAULT_CHUNK_SIZE, callSize) : DEFAULT_CHUNK_SIZE;
}

/** An option that is there but undefined means its default, as one that is left out does. */
function withoutUndefined<Options extends object>(options: Options): Options {
  // Dropping undefined members leaves a value of the same type, since only optional members can be undefined.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
