import type { ErrorCode } from '../model/errors.js';
import type { StatusSummary, VerificationStatus } from '../model/statuses.js';
import type { FailureReason } from '../model/task.js';

/** Whom something was done for: somebody who waits for one number, or a file. */
export type ObservedPurpose = 'single' | 'batch';

/**
 * How a call of the checker ended:
 * - `answered`: with answers, though the check of some or all of its numbers may have failed;
 * - `failed`: it rejected, or answered with something that is none;
 * - `timed_out`: it had not answered at its deadline;
 * - `unavailable`: the checker said that no number can be checked at present;
 * - `given_up`: the process stopped before the answer came.
 */
export type CallEnding = 'answered' | 'failed' | 'timed_out' | 'unavailable' | 'given_up';

/** How the check of one number ended: with its status, or without an answer. */
export type CheckOutcome = VerificationStatus | Exclude<CallEnding, 'answered'>;

/** A call of the checker that has ended. */
export interface ObservedCall {
  readonly purpose: ObservedPurpose;
  readonly ending: CallEnding;
  /** Milliseconds from the call to its end; waiting for a turn does not count. */
  readonly durationMs: number;
  /** The call's checks by outcome. They add up to the numbers of the call; an outcome that none has is left out. */
  readonly checks: Readonly<Partial<Record<CheckOutcome, number>>>;
}

/** A file that was submitted, taken or not. */
export interface ObservedUpload {
  /** `queued`: it is a task now. `repeated`: it was one already. Otherwise the code of the refusal. */
  readonly outcome: 'queued' | 'repeated' | ErrorCode;
  /** Rows of the file when it was queued, otherwise 0. */
  readonly rows: number;
  /** Milliseconds from the beginning of the upload to its end, waiting for its turn included. */
  readonly durationMs: number;
}

/** Rows of a task that have their status now, and are recorded. Those without a number are among none. */
export interface ObservedRows {
  /** The rows by status. Rows that a retry checks again are counted again. */
  readonly statuses: StatusSummary;
  /** How many of them are `unknown` because their check failed. */
  readonly checksFailed: number;
  /** How many numbers were verified with them; many rows may carry one number. */
  readonly verified: number;
}

/** A task that has ended. One that is retried ends again. */
export interface ObservedTaskEnd {
  readonly status: 'done' | 'failed';
  /** Null unless it failed. */
  readonly failureReason: FailureReason | null;
  /** Milliseconds from its upload to its end; of a retried task, the time before the retry included. */
  readonly durationMs: number;
  /** Rows of its file. */
  readonly rows: number;
}

/** Credits that were held, or charged out of what is held. What a hold leaves uncharged when its work ends returns. */
export interface ObservedCredits {
  readonly purpose: ObservedPurpose;
  readonly change: 'held' | 'charged';
  readonly credits: number;
}

/**
 * Is told by a service what it does, for metrics. Every method is optional, and facts that nobody asks for are not gathered. The facts
 * carry no phone number, account or file name.
 *
 * Methods are called synchronously, some of them for each check, so they should only count. Nothing waits for a promise that one
 * returns. One that throws or rejects, or takes longer than 100 ms, changes nothing of the work; `onError` is told of it as
 * `observer_failed`.
 *
 * Each process tells of its own work, once. Work whose lease was lost to another process may be told of by both, and a process that is
 * killed between work and telling tells nothing: the books are the ledger's and the store's.
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
  /** Credits were held for work that goes on, or charged for work that was done. */
  onCredits?(credits: ObservedCredits): void;
}
