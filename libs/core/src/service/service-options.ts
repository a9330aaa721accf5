import { tmpdir } from 'node:os';
import { assertOptionNames, millisecondsOption } from '../model/options.js';
import { type Clock, systemClock } from '../ports/clock.js';
import type { CreditLedger } from '../ports/credit-ledger.js';
import { type Entropy, systemEntropy } from '../ports/entropy.js';
import { type BulkNumberChecker, isBulkNumberChecker, type NumberChecker } from '../ports/number-checker.js';
import type { AccountSuspensions } from '../ports/optional/account-suspensions.js';
import type { BoundedTasks } from '../ports/optional/bounded-tasks.js';
import type { CreditStatement } from '../ports/optional/credit-statement.js';
import type { LedgerUpkeep } from '../ports/optional/ledger-upkeep.js';
import type { ListStore } from '../ports/optional/list-store.js';
import type { ReplayStore } from '../ports/optional/replay-store.js';
import type { ServiceObserver } from '../ports/optional/service-observer.js';
import type { SingleAnswerStore } from '../ports/optional/single-answer-store.js';
import type { SpendingCounts } from '../ports/optional/spending-counts.js';
import type { SuppressionList } from '../ports/optional/suppression-list.js';
import type { TaskArchive } from '../ports/optional/task-archive.js';
import type { TaskQueue, WorkSource } from '../ports/task-queue.js';
import type { TaskStore } from '../ports/task-store.js';
import { type ReportedFailure, warnProcess } from '../reports/failure-reporter.js';
import { assertObserver } from '../reports/guarded-observer.js';
import { readTableLimits, type TableLimits } from '../tables/table-limits.js';
import { assertPort } from './required-methods.js';

/** The parts and settings of a verification service. */
export interface VerificationServiceOptions {
  /** Stores the tasks. */
  readonly store: TaskStore;
  /** Holds and charges the credits. */
  readonly ledger: CreditLedger;
  /** Answers for numbers with their statuses. */
  readonly checker: NumberChecker | BulkNumberChecker;
  /** Calls `work` whenever there is work. Null: the host calls `work` itself, from a queue or cron of its own. */
  readonly queue: TaskQueue | null;
  /**
   * Lists and removes the tasks of `store`, often the same object. Default null: `list` and `remove` are refused with `not_supported`.
   */
  readonly archive?: TaskArchive | null;
  /** Stores lists that are verified again, over the data of `store`. It needs `archive`. Default null: `lists` of the service is null. */
  readonly lists?: ListStore | null;
  /** Lists of one account; more are refused with `too_many_lists`. It needs `lists`. Default 100. */
  readonly maxListsPerAccount?: number;
  /**
   * Stores the numbers that an account must not call: they are not checked, and cost nothing. Default null: `suppressions` of the service
   * is null.
   */
  readonly suppressions?: SuppressionList | null;
  /** Suppressed numbers of one account; more are refused with `too_many_suppressions`. It needs `suppressions`. Default 1,000,000. */
  readonly maxSuppressionsPerAccount?: number;
  /**
   * Stores the answers of single checks, for later requests of the account with `freshWithinMs`, as long as tasks are kept. It needs
   * `archive`. Default null: answers of single checks are not reused.
   */
  readonly singleAnswers?: SingleAnswerStore | null;
  /**
   * Bounds the tasks and bytes of an account in `store`, usually the same object. Default null: an account may have any number of
   * unfinished tasks and stored bytes, and queue any number of tasks a day.
   */
  readonly boundedTasks?: BoundedTasks | null;
  /**
   * Suspends accounts in `store`, usually the same object. Default null: `suspendAccount` and `reinstateAccount` are refused with
   * `not_supported`.
   */
  readonly suspensions?: AccountSuspensions | null;
  /**
   * Tasks of one account that have not ended; more are refused with `too_many_requests`, retries too. It needs `boundedTasks`. Default
   * 1,000.
   */
  readonly maxUnfinishedTasksPerAccount?: number;
  /**
   * Bytes that the tasks of one account take in the store, ended ones too; a file that would take more is refused with
   * `stored_bytes_exceeded`. It needs `boundedTasks`. Default 2 GiB, some 200 files of 100,000 rows.
   */
  readonly maxStoredBytesPerAccount?: number;
  /**
   * Tasks that one account queues on a day, from midnight to midnight UTC by the store's time; more are refused with
   * `too_many_requests`. Tasks that were removed count, retries do not. It needs `boundedTasks`. Default 10,000.
   */
  readonly maxDailyTasksPerAccount?: number;
  /**
   * Lists the changes of the credits of `ledger`, usually the same object. Default null: `statement` is refused with `not_supported`.
   */
  readonly statement?: CreditStatement | null;
  /**
   * Returns the count with a name, for credentials with a daily cap: `(countedAs) => new SqlSpendingCounts({ database, name: countedAs })`.
   * Default null: requests with such credentials reject with TypeError.
   */
  readonly creditCounts?: ((countedAs: string) => SpendingCounts) | null;
  /**
   * Keeps `ledger` small, usually the same object: calls of `work` prune closed holds, sum up old charges, and release the holds of tasks
   * that are gone. Only for a ledger that serves this store alone, since the tasks of another store count as gone. Default null: all holds
   * and charges stay.
   */
  readonly upkeep?: LedgerUpkeep | null;
  /**
   * Milliseconds after its end for which a closed hold is kept, so that the repeat of a single check is not charged again: at least
   * 172,800,000, two days, since idempotency keys are kept for one. It needs `upkeep`. Default 604,800,000, a week.
   */
  readonly holdRetentionMs?: number;
  /**
   * Milliseconds after the end of a month, in UTC, after which the charges of an account in that month become one entry of its statement.
   * It needs `upkeep`. Default null: each charge stays.
   */
  readonly chargeDetailMs?: number | null;
  /**
   * Keeps the answers to requests with an idempotency key, for the HTTP contract. The service removes expired answers. Default null: the
   * HTTP contract refuses such requests with `not_supported`.
   */
  readonly replays?: ReplayStore | null;
  /**
   * Whether `freshWithinMs` ignores stored answers without a source, such as those that a `SandboxChecker` made up before there was a real
   * checker. Default false.
   */
  readonly freshAnswersNeedSource?: boolean;
  /**
   * Milliseconds for which a task is kept after its end, with its rows and results. Then calls of `work` remove it within a minute or so;
   * its entries in the ledger stay. The answers of single checks in `singleAnswers` are kept for as long. It needs `archive`, and should
   * exceed the time for which idempotency keys are kept: the repeat of an upload without its task is a new upload. Default null: tasks are
   * kept until they are removed.
   */
  readonly taskRetentionMs?: number | null;
  /**
   * Other work that `work` does beside its own, such as the deliveries of `createWebhooks`. Each source is called once at a time, and only
   * `close` waits for it. A host whose process may stop between calls of `work` leaves this out and calls the sources itself. Default none.
   */
  readonly workSources?: readonly WorkSource[];
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of ids. Default: the machine's own. */
  readonly entropy?: Entropy;
  /** Rows that a file may have, its header not counted; more are refused with `too_many_rows`. Default 100,000. */
  readonly maxRows?: number;
  /** Further limits of a file. A limit that is left out has its default. */
  readonly tableLimits?: Partial<TableLimits>;
  /**
   * Whether texts of a CSV result that a spreadsheet would take for a formula get an apostrophe before them, unless the request says
   * otherwise: texts with = + - or @ at the beginning of a cell, or behind a character at which a program may split the cell. Phones may
   * begin with +. Default false: every cell comes back as it was.
   */
  readonly neutralizeFormulas?: boolean;
  /**
   * Checker calls under way at once, for single checks and tasks together. While single checks are made, a tenth is reserved for them. The
   * chunks that the queue runs at once need at least as many numbers: InProcessTaskQueue's 8 chunks of 250 are enough for 2,000. Default
   * 100.
   */
  readonly checkConcurrency?: number;
  /**
   * The most checker calls of this process that the upstream sees within any second, by its own clock: more than 0. A call counts until a
   * second after its answer, or after the longest expected travel time, so slightly fewer begin: see the README. Default: any number.
   */
  readonly maxCallsPerSecond?: number;
  /** Milliseconds after which a call of the checker without an answer has failed; waiting for a turn does not count. Default 10,000. */
  readonly checkDeadlineMs?: number;
  /**
   * Milliseconds that each further number of a bulk call adds to its `checkDeadlineMs`, 0 or more. A call of 1,000 numbers has a minute by
   * default. If an upstream is slower than this, raise it: its late answers are lost, and it charges for the repeats. Default 50.
   */
  readonly checkDeadlinePerNumberMs?: number;
  /** Failures of the check of a file's number after which the number is `unknown`, from 1 to 100. Default 3. */
  readonly checkAttempts?: number;
  /**
   * Milliseconds that a single check waits for its turn before it is refused with `overloaded`. The look-up of `freshWithinMs` before that
   * may wait as long, and may also be refused with `too_many_requests`. Default 10,000.
   */
  readonly checkWaitMs?: number;
  /** Single checks of one account under way or waiting at once; more are refused with `too_many_requests`. Default 100. */
  readonly maxChecksPerAccount?: number;
  /** Numbers of a chunk, up to four times as many in large files. Default 250, for a bulk checker the next multiple of its `maxNumbers`. */
  readonly chunkSize?: number;
  /** Files that are read, and look-ups of single checks, at once in this process; further ones wait. Default 8. */
  readonly maxUploads?: number;
  /** Files that are read, and look-ups of single checks, at once for one account. Default 4. */
  readonly maxUploadsPerAccount?: number;
  /**
   * Bytes of a file that an account without credits may preview; a larger one is refused with `file_too_large`, and so is a workbook that
   * unpacks to eight times as much. Accounts with credits preview what they may submit. Default 16 MiB: a .csv of 100,000 rows with 160
   * bytes each.
   */
  readonly maxFreePreviewBytes?: number;
  /** Milliseconds that a file waits for its turn before it is refused with `overloaded` or `too_many_requests`. Default 30,000. */
  readonly uploadWaitMs?: number;
  /** Milliseconds after which others continue the work of a dead process. Default 10,000. */
  readonly leaseMs?: number;
  /**
   * Milliseconds without any answer, while all calls of the checker failed, after which an outage begins as by
   * `checker_unavailable`. Default 10,000.
   */
  readonly outageAfterMs?: number;
  /**
   * Milliseconds of waiting for the checker after which a task fails with `checker_unavailable`, when the next probe finds the checker
   * down. With less than ten minutes, a number that always reports an outage may fail its task. Default 86,400,000, a day.
   */
  readonly outageTimeoutMs?: number;
  /** Milliseconds for calls of the checker under way to answer when the service closes: their answers are paid for. Default 5,000. */
  readonly closeGraceMs?: number;
  /** Folder for uploaded workbooks while they are read. Default: the system's. */
  readonly tempDirectory?: string;
  /**
   * Receives failures that no caller sees: each cause at its first occurrence, and again at each tenfold count. Default:
   * `process.emitWarning`, which Node prints on stderr.
   */
  readonly onError?: (failure: ReportedFailure) => void;
  /** Receives facts about checks, uploads, rows, tasks and credits, for metrics. Default null: no facts are gathered, at no cost. */
  readonly observer?: ServiceObserver | null;
}

/** The options with their defaults filled in, checked and frozen. */
export type ServiceSettings = Required<Omit<VerificationServiceOptions, 'tableLimits'>> & {
  readonly tableLimits: TableLimits;
};

const DEFAULTS = {
  archive: null,
  lists: null,
  maxListsPerAccount: 100,
  suppressions: null,
  maxSuppressionsPerAccount: 1_000_000,
  singleAnswers: null,
  boundedTasks: null,
  suspensions: null,
  maxUnfinishedTasksPerAccount: 1_000,
  maxStoredBytesPerAccount: 2 * 1_024 ** 3,
  maxDailyTasksPerAccount: 10_000,
  statement: null,
  creditCounts: null,
  upkeep: null,
  holdRetentionMs: 604_800_000,
  chargeDetailMs: null,
  replays: null,
  freshAnswersNeedSource: false,
  taskRetentionMs: null,
  workSources: [],
  clock: systemClock,
  entropy: systemEntropy,
  maxRows: 100_000,
  neutralizeFormulas: false,
  checkConcurrency: 100,
  maxCallsPerSecond: Number.POSITIVE_INFINITY,
  checkDeadlineMs: 10_000,
  checkDeadlinePerNumberMs: 50,
  checkAttempts: 3,
  checkWaitMs: 10_000,
  maxChecksPerAccount: 100,
  maxUploads: 8,
  maxUploadsPerAccount: 4,
  maxFreePreviewBytes: 16 * 1024 * 1024,
  uploadWaitMs: 30_000,
  leaseMs: 10_000,
  outageAfterMs: 10_000,
  outageTimeoutMs: 86_400_000,
  closeGraceMs: 5_000,
  onError: warnProcess,
  observer: null,
};

/** The options without a default, or with one that depends on other options. */
const WITHOUT_DEFAULT = {
  checker: true,
  chunkSize: true,
  ledger: true,
  queue: true,
  store: true,
  tableLimits: true,
  tempDirectory: true,
} as const;

const DEFAULT_CHUNK_SIZE = 250;

/** The largest count: 32 bits. A larger value is a mistake. */
const MAX_COUNT = 2 ** 31 - 1;

/**
 * The shortest retention of holds. Idempotency keys are kept for a day; a key whose request was begun and not answered is remembered for a
 * second day.
 */
const MIN_HOLD_RETENTION_MS = 172_800_000;

/** The least and the greatest value of each whole number. Times that no timer waits for may be years. */
const WHOLE_NUMBERS = {
  maxRows: [1, MAX_COUNT],
  checkConcurrency: [1, MAX_COUNT],
  checkAttempts: [1, 100],
  maxChecksPerAccount: [1, MAX_COUNT],
  maxListsPerAccount: [1, MAX_COUNT],
  maxSuppressionsPerAccount: [1, MAX_COUNT],
  maxUnfinishedTasksPerAccount: [1, MAX_COUNT],
  maxStoredBytesPerAccount: [1, Number.MAX_SAFE_INTEGER],
  maxDailyTasksPerAccount: [1, MAX_COUNT],
  chunkSize: [1, MAX_COUNT],
  maxUploads: [1, MAX_COUNT],
  maxUploadsPerAccount: [1, MAX_COUNT],
  maxFreePreviewBytes: [1, MAX_COUNT],
  taskRetentionMs: [1, Number.MAX_SAFE_INTEGER],
  holdRetentionMs: [MIN_HOLD_RETENTION_MS, Number.MAX_SAFE_INTEGER],
  chargeDetailMs: [1, Number.MAX_SAFE_INTEGER],
} as const;

/** Options that have no effect without another one. */
const NEEDED = {
  lists: 'archive',
  singleAnswers: 'archive',
  taskRetentionMs: 'archive',
  holdRetentionMs: 'upkeep',
  chargeDetailMs: 'upkeep',
} as const;

const TIMES = [
  'checkDeadlineMs',
  'checkWaitMs',
  'uploadWaitMs',
  'leaseMs',
  'outageAfterMs',
  'outageTimeoutMs',
  'closeGraceMs',
] as const;

export function readServiceOptions(options: VerificationServiceOptions): ServiceSettings {
  assertOptionNames('createVerificationService', options, { ...DEFAULTS, ...WITHOUT_DEFAULT });
  assertPorts(options);
  const settings = {
    ...DEFAULTS,
    chunkSize: defaultChunkSize(options.checker),
    tempDirectory: tmpdir(),
    ...withoutUndefined(options),
    workSources: Object.freeze([...(options.workSources ?? [])]),
    tableLimits: readTableLimits('tableLimits', options.tableLimits),
  };
  for (const [name, [least, most]] of entriesOf(WHOLE_NUMBERS)) {
    const value = settings[name];
    if (value === null && name !== 'chunkSize' && DEFAULTS[name] === null) continue;
    if (value !== null && Number.isInteger(value) && value >= least && value <= most) continue;
    const bounds = most === Number.MAX_SAFE_INTEGER ? `, ${least} at least` : ` from ${least} to ${most}`;
    throw new RangeError(`option ${name} must be a whole number${bounds}, not ${value}`);
  }
  for (const [name, needed] of entriesOf(NEEDED)) {
    if (options[name] === undefined || options[name] === null || settings[needed] !== null) continue;
    throw new TypeError(`option ${name} needs the option ${needed}`);
  }
  for (const name of TIMES) millisecondsOption(name, settings[name]);
  millisecondsOption('checkDeadlinePerNumberMs', settings.checkDeadlinePerNumberMs, { least: 0 });
  if (!(settings.maxCallsPerSecond > 0)) {
    throw new RangeError(
      `option maxCallsPerSecond must be a number above 0, not ${settings.maxCallsPerSecond}`,
    );
  }
  if (settings.creditCounts !== null && typeof settings.creditCounts !== 'function')
    throw new TypeError('option creditCounts must be a function or null');
  return Object.freeze(settings);
}

/** `Object.entries`, with the names as their literal types. */
function entriesOf<Table extends object>(table: Table): readonly [keyof Table, Table[keyof Table]][] {
  // Used only for constants of this file, which have no other members.
  return Object.entries(table) as [keyof Table, Table[keyof Table]][];
}

function assertPorts(options: VerificationServiceOptions): void {
  for (const part of ['store', 'ledger', 'checker', 'queue'] as const) {
    if (options[part] !== undefined) continue;
    const hint = part === 'queue' ? '; pass null to call work() yourself' : '';
    throw new TypeError(`option ${part} is missing${hint}`);
  }
  const { store, ledger, checker, queue, clock, entropy, observer } = options;
  assertPort('store', store);
  assertPort('ledger', ledger);
  assertPort('checker', checker);
  if (queue !== null) assertPort('queue', queue);
  if (clock !== undefined) assertPort('clock', clock);
  if (entropy !== undefined) assertPort('entropy', entropy);
  if (observer !== undefined && observer !== null) assertObserver(observer);
  for (const option of [
    'archive',
    'lists',
    'suppressions',
    'singleAnswers',
    'boundedTasks',
    'suspensions',
    'statement',
    'upkeep',
    'replays',
  ] as const) {
    const port = options[option];
    if (port !== undefined && port !== null) assertPort(option, port);
  }
  for (const source of options.workSources ?? []) assertPort('workSources', source);
}

function defaultChunkSize(checker: NumberChecker | BulkNumberChecker): number {
  const callSize = isBulkNumberChecker(checker) ? checker.maxNumbers : 1;
  // `checkerCalls` validates `maxNumbers`.
  if (!Number.isInteger(callSize) || callSize < 1) return DEFAULT_CHUNK_SIZE;
  return Math.ceil(DEFAULT_CHUNK_SIZE / callSize) * callSize;
}

/** An undefined option has its default, like one that is left out. */
function withoutUndefined<Options extends object>(options: Options): Options {
  // Without undefined members the type stays the same, since only optional members can be undefined.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
