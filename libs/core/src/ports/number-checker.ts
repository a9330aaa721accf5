import type { E164 } from '../model/e164.js';
import type { AccountId } from '../model/identifiers.js';
import type { VerificationStatus } from '../model/statuses.js';

/** What a check is told besides the number. */
export interface CheckContext {
  /**
   * Aborted when nobody waits for the answer any more: the deadline has passed, or the process stops. A checker passes it on to what
   * it calls. Calls that begin together share one.
   */
  readonly signal: AbortSignal;
  /**
   * The account that the check is for, so that a limit or a record can tell accounts apart. Left out where a call is for several accounts or
   * for none: wrappers make such calls. What is answered about a number does not depend on it, since answers are shared among accounts.
   */
  readonly accountId?: AccountId;
}

/** An answer that says where it comes from. Each field but the status is left out where it is not known. */
export interface DetailedAnswer {
  readonly status: VerificationStatus;
  /** Who knew it, such as `twilio` or `evidence`: at most 40 of the characters a-z, 0-9, `_`, `-` and `.`. */
  readonly source?: string;
  /** Why, in the words of the source, such as `EC_UNKNOWN_SUBSCRIBER`: at most 60 printable ASCII characters. */
  readonly reason?: string;
  /** When it was known, where that was not just now: an answer out of a cache, or what was seen before. From the year 0 to 9999. */
  readonly checkedAt?: Date;
}

export type CheckAnswer = VerificationStatus | DetailedAnswer;

export function statusOfAnswer(answer: CheckAnswer): VerificationStatus {
  return typeof answer === 'string' ? answer : answer.status;
}

/**
 * Knows about numbers, one at a time.
 *
 * An answer, `unknown` included, is a check that was made and is charged. A rejection is a check that failed: a file's number is
 * asked about again after a pause, a few times, and is then `unknown` and not charged.
 *
 * A rejection with one of the `OUTAGE_REASONS` as its code says that no number can be checked at present: all tasks then wait, and one
 * number at a time is tried until there is an answer. Where a few numbers say so again and again while others are answered, they alone
 * wait, and are failed checks in the end. `checker_unavailable` is an upstream that is away or busy. The other codes need
 * somebody's hand: its credentials are refused (`checker_unauthorized`), its account is suspended (`checker_suspended`), or its
 * balance is used up (`checker_out_of_funds`). Their `hint` says what the operator has to do; only the operator sees it.
 *
 * Either kind of error may say in `retryAfterMs`, in milliseconds, when to try again at the earliest. With 0 there is no need to wait, but it is
 * known that asking again is of use: no number is the reason.
 *
 * What is rejected for any other reason is a check that failed too, and the operator is told: an answer that is no status, a
 * TypeError, a promise that is none.
 */
export interface NumberChecker {
  /**
   * Resolves to what is known of `number`. It may be asked about the same number again, also concurrently, and is called as often
   * at once, and a second, as the service's `checkConcurrency` and `maxCallsPerSecond` allow. What arrives after the deadline is
   * kept for an hour, and given to whoever asks about the number next instead of asking here again.
   */
  check(number: E164, context: CheckContext): Promise<CheckAnswer>;
}

/** What a bulk check says of one number: an answer, or that this number's check failed. */
export type BulkAnswer = CheckAnswer | 'check_failed';

/** Knows about numbers, many in one call. Answers, failures and charging are those of {@link NumberChecker}. */
export interface BulkNumberChecker {
  /** The most numbers that one call may carry, at least 1. */
  readonly maxNumbers: number;

  /**
   * Resolves to one answer for each number, in their order; another count of answers is a failed check of all of them, and so is a
   * rejection, unless its code is one of an outage. After a rejection the numbers are asked about in ever smaller calls, since one of them may be
   * why. An error with a `retryAfterMs`, 0 included, says that none is, as after a 503 or a closed connection, and so does a deadline that passed:
   * the same numbers are then asked about together once more, which uses up no attempt. An answer that is no status, or cannot be read, is a failed check of its own number
   * alone. The deadline is that of a single check.
   */
  checkMany(numbers: readonly E164[], context: CheckContext): Promise<readonly BulkAnswer[]>;
}

/** A checker with both methods is treated as bulk. */
export function isBulkNumberChecker(
  checker: NumberChecker | BulkNumberChecker,
): checker is BulkNumberChecker {
  // Not whether it has the property: a class that declares one and leaves it undefined has it.
  return typeof Reflect.get(checker, 'checkMany') === 'function';
}
