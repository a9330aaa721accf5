import type { CheckBudget } from '../checking/budget/check-budget.js';
import type { CheckingParts } from '../checking/running-calls.js';
import type { TaskId } from '../model/identifiers.js';
import type { Clock } from '../ports/clock.js';
import type { CreditLedger } from '../ports/credit-ledger.js';
import type { Entropy } from '../ports/entropy.js';
import type { ServiceObserver } from '../ports/optional/service-observer.js';
import type { SingleAnswerStore } from '../ports/optional/single-answer-store.js';
import type { SuppressionList } from '../ports/optional/suppression-list.js';
import type { TaskArchive } from '../ports/optional/task-archive.js';
import type { TaskStore } from '../ports/task-store.js';
import type { FailureReporter } from '../reports/failure-reporter.js';
import type { TableLimits } from '../tables/table-limits.js';
import type { DailyCredits } from './daily-credits.js';
import type { TaskListeners } from './task-listeners.js';
import type { TaskQuota } from './task-quota.js';
import type { UnrecordedAnswers } from './work/chunk/unrecorded-answers.js';

/** The parts and settings of every step of a batch. Made once by the service. */
export interface BatchSettings {
  readonly store: TaskStore;
  readonly ledger: CreditLedger;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly reporter: FailureReporter;
  /** Its methods never throw. */
  readonly observer: ServiceObserver | undefined;
  /** Notifies the waiters of this process that a task has changed. */
  readonly changes: TaskListeners;
  /** Notifies the work of this process that a task is to fail. */
  readonly endings: TaskListeners;
  /** Is called when a task has ended. */
  readonly ended: () => void;
  readonly leaseMs: number;
  /** Null where no numbers can be suppressed. */
  readonly suppressions: SuppressionList | null;
  /** Queues tasks within the bounds of their account. */
  readonly quota: TaskQuota;
  /** Counts the credits that requests hold against the daily caps of their credentials. */
  readonly daily: DailyCredits;
}

/** The further settings for making a task of a file. */
export interface IntakeSettings extends BatchSettings {
  /** Whether the checker is given dates of consent. */
  readonly tellsReassigned: boolean;
  /** Null where the tasks of an account cannot be listed. */
  readonly archive: TaskArchive | null;
  /** Null where the answers of single checks are not kept. */
  readonly singleAnswers: SingleAnswerStore | null;
  readonly freshAnswersNeedSource: boolean;
  readonly tableLimits: TableLimits;
  readonly maxRows: number;
  readonly chunkSize: number;
  readonly tempDirectory: string;
}

/** The further settings for working on tasks. */
export interface WorkSettings extends BatchSettings {
  readonly checking: CheckingParts;
  readonly budget: CheckBudget;
  readonly unrecorded: UnrecordedAnswers;
  /** Tasks whose failure the store could not record. This process checks no more of their numbers. */
  readonly setAside: Set<TaskId>;
  /** The most calls of the checker at once. */
  readonly checkConcurrency: number;
  /** The most numbers of a chunk. */
  readonly chunkSize: number;
  /** How often a number's check may fail before the number is given up. */
  readonly checkAttempts: number;
  /** How long running calls may still take once the work is to stop. */
  readonly closeGraceMs: number;
}

/** The further settings for making a result. */
export interface ResultSettings extends BatchSettings {
  readonly archive: Pick<TaskArchive, 'numbers'> | null;
  readonly tableLimits: TableLimits;
  readonly neutralizeFormulas: boolean;
}
