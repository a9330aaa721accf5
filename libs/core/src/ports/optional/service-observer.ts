import type { ErrorCode } from '../../model/errors.js';
import type { StatusSummary, VerificationStatus } from '../../model/statuses.js';
import type { FailureReason } from '../../model/task.js';

/** The purpose of some work: a single number, for which a caller waits, or a file. */
export type ObservedPurpose = 'single' | 'batch';

/**
 * How a call of the checker ended:
 * - `answered`: with answers, though the check of some or all of its numbers may have failed;
 * - `failed`: it rejected, or its answer was invalid;
 * - `timed_out`: it had not answered at its deadline;
 * - `unavailable`: the checker reported that no number can be checked at present;
 * - `given_up`: the process stopped before the answer came.
 */
export type CallEnding = 'answered' | 'failed' | 'timed_out' | 'unavailable' | 'given_up';

/** How the check of one number ended: with its status, or without an answer. */
export type CheckOutcome = VerificationStatus | Exclude<CallEnding, 'answered'>;

/** A call of the checker that has ended. */
export interface ObservedCall {
  readonly purpose: ObservedPurpose;
  readonly ending: CallEnding;
  /** Milliseconds from the beginning of the call to its end, without the wait for its turn. */
  readonly durationMs: number;
  /** The call's checks by outcome. They add up to the numbers of the call; an outcome that none has is left out. */
  readonly checks: Readonly<Partial<Record<CheckOutcome, number>>>;
}

/** A submitted file, accepted or refused. */
export interface ObservedUpload {
  /** `queued`: it became a task. `repeated`: an earlier upload had made the task. Otherwise the code of the refusal. */
  readonly outcome: 'queued' | 'repeated' | ErrorCode;
  /** Rows of the file when it was queued, otherwise 0. */
  readonly rows: number;
  /** Milliseconds from the beginning of the upload to its end, waiting for its turn included. */
  readonly durationMs: number;
}

/** Rows of a task that were just recorded with their status. Rows without a number are never among them. */
export interface ObservedRows {
  /** The rows by status. Rows that a retry checks again are counted again. */
  readonly statuses: StatusSummary;
  /** How many of these rows are `unknown` because their check failed. */
  readonly checksFailed: number;
  /** How many numbers were verified with these rows; many rows may carry one number. */
  readonly verified: number;
}

/** A task that has ended. After a retry it ends again. */
export interface ObservedTaskEnd {
  readonly status: 'done' | 'failed';
  /** Null unless it failed. */
  readonly failureReason: FailureReason | null;
  /** Milliseconds from its upload to its end. For a retried task this includes the time before the retry. */
  readonly durationMs: number;
  /** Rows of its file. */
  readonly rows: number;
}

/** Credits that were held, or charged from a hold. The uncharged rest of a hold is released when its work ends. */
export interface ObservedCredits {
  readonly purpose: ObservedPurpose;
  readonly change: 'held' | 'charged';
  readonly credits: number;
}

/**
 * Receives facts about the work of a service, for metrics. Every method is optional, and the facts of a missing method are not gathered.
 * They contain no phone number, account or file name.
 */
export interface ServiceObserver {
  /** A call of the checker has ended. */
  onCall?(call: ObservedCall): void;
  /** A file that was submitted is queued or refused. */
  onUpload?(upload: ObservedUpload): void;
  /** Rows of a task were recorded. */
  onRows?(rows: ObservedRows): void;
  /** A task has ended and is settled. */
  onTaskEnd?(task: ObservedTaskEnd): void;
  /** Credits were held for work to be done, or charged for finished work. */
  onCredits?(credits: ObservedCredits): void;
}
