import type { AccountId, E164 } from '../model/identifiers.js';
import type { ConsentDate, ConsentDates, Reassigned } from '../model/reassigned.js';
import type { VerificationStatus } from '../model/statuses.js';

/** Further facts about a check. */
export interface CheckContext {
  /**
   * Aborted when the answer is of no use any more: twice the deadline has passed, or the service closes. A call that has passed its
   * deadline once has failed for its caller, but its answer is paid for and still taken. A checker should pass the signal on to its own
   * calls. Calls that begin together share one signal.
   */
  readonly signal: AbortSignal;
  /**
   * The account of the check, for limits or records by account. Left out in calls of wrappers for several accounts or for none. The answer
   * must not depend on it, since accounts share answers.
   */
  readonly accountId?: AccountId;
  /**
   * The dates of consent of some of the numbers; it may also have other numbers. Only a checker with `tellsReassigned` gets them. Left out
   * if there are none.
   */
  readonly consentDates?: ConsentDates;
}

/** An answer with its source. Every field except the status is left out if it is not known. */
export interface DetailedAnswer {
  readonly status: VerificationStatus;
  /** The source, such as `twilio` or `evidence`: at most 40 of the characters a-z, 0-9, `_`, `-` and `.`. */
  readonly source?: string;
  /**
   * The reason in the words of the source, such as `EC_UNKNOWN_SUBSCRIBER`: at most 60 printable ASCII characters. If the reason of an
   * `unknown` is `line_live`, alone or before a colon, the line is in service and no app was asked: `freshWithinMs` reuses such answers.
   */
  readonly reason?: string;
  /** The time at which the answer became known, if that is in the past: a cached answer, an observation. From the year 0 to 9999. */
  readonly checkedAt?: Date;
  /**
   * Whether the number was given to somebody else since the date of consent in the call's context. It changes no status. An answer for
   * another date than the number's counts as `unknown`, so a cached answer may be returned for any date.
   */
  readonly reassigned?: ReassignedSince;
}

export interface ReassignedSince {
  readonly since: ConsentDate;
  readonly is: Reassigned;
}

export type CheckAnswer = VerificationStatus | DetailedAnswer;

export function statusOfAnswer(answer: CheckAnswer): VerificationStatus {
  return typeof answer === 'string' ? answer : answer.status;
}

/**
 * Answers for numbers, one at a time.
 *
 * An answer, `unknown` included, is a check that was made and is charged. A rejection is a failed check: a file's number is checked again
 * after a pause, a few times, and is then `unknown` and not charged.
 *
 * A rejection with one of the `OUTAGE_REASONS` as its code says that no number can be checked at present. All tasks then wait, and one
 * number at a time is tried until there is an answer. If a few numbers report this repeatedly while others are answered, only those numbers
 * wait, and they end as failed checks. `checker_unavailable` means that the upstream is away or busy. The other codes require an action of
 * the operator: the credentials are refused (`checker_unauthorized`), the account is suspended (`checker_suspended`), or the balance is
 * used up (`checker_out_of_funds`). Their `hint` names that action; only the operator sees it.
 *
 * Either kind of error may have `retryAfterMs`: an earlier attempt, in milliseconds from now, is useless. 0 means that no pause is needed
 * and that no number is the cause, so another attempt makes sense.
 *
 * Defects count as failed checks too, and are reported to the operator: an answer that is not a status, a TypeError, a result that is not a
 * promise.
 */
export interface NumberChecker {
  /** Whether its answers have `reassigned` if the context has a date. Left out if not. */
  readonly tellsReassigned?: boolean;

  /**
   * Resolves to the answer for `number`. The same number may be checked again, also concurrently. The service's `checkConcurrency` and
   * `maxCallsPerSecond` bound the calls at once and a second. An answer after the deadline is kept for an hour, and the next check of the
   * number gets it instead of a call.
   */
  check(number: E164, context: CheckContext): Promise<CheckAnswer>;
}

/** The result of a bulk check for one number: an answer, or a failed check. */
export type BulkAnswer = CheckAnswer | 'check_failed';

/** Answers for numbers, many in one call. Answers, failures and charging are those of {@link NumberChecker}. */
export interface BulkNumberChecker {
  /** The most numbers that one call may carry, at least 1. */
  readonly maxNumbers: number;
  /** As in {@link NumberChecker}. */
  readonly tellsReassigned?: boolean;

  /**
   * Resolves to one answer for each number, in their order. With another count of answers, the check of all numbers has failed, and so it
   * has after a rejection, unless that has the code of an outage. After a rejection the numbers are checked in ever smaller calls, since
   * one of them may be the cause. An error with `retryAfterMs`, 0 included, says that no number is the cause, as after a 503 or a closed
   * connection; a passed deadline has the same meaning. The same numbers are then checked together once more, which uses up no attempt. An
   * answer that is not a status, or cannot be read, fails only the check of its own number. The deadline is that of a single check, plus
   * `checkDeadlinePerNumberMs` for each further number.
   */
  checkMany(numbers: readonly E164[], context: CheckContext): Promise<readonly BulkAnswer[]>;
}

/** A checker with both methods is treated as bulk. */
export function isBulkNumberChecker(
  checker: NumberChecker | BulkNumberChecker,
): checker is BulkNumberChecker {
  // Having the property is not enough: a class may declare it and leave it undefined.
  return typeof Reflect.get(checker, 'checkMany') === 'function';
}
