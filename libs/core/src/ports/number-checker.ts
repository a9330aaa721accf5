import type { E164 } from '../phone/e164.js';
import type { VerificationStatus } from '../statuses.js';

/** What a check is told besides the number. */
export interface CheckContext {
  /**
   * Aborted when nobody waits for the answer any more: the deadline has passed, the caller has gone, or the process stops. A
   * checker passes it on to what it calls. The signal is made when it is first read: a checker that needs none pays for none. A
   * checker in front of another one hands on the context itself: a copy, `{ ...context }`, has no signal.
   */
  readonly signal: AbortSignal;
}

/**
 * Knows about numbers, one at a time.
 *
 * An answer, `unknown` included, is a check that was made and is charged. A rejection is a check that failed: its number becomes
 * `unknown` and is not charged. A rejection with the code `checker_unavailable` says that no number can be checked at present: a
 * task then waits and asks again later.
 */
export interface NumberChecker {
  /**
   * Resolves to what is known of `number`. It may be asked about the same number again, also concurrently, and is called as often
   * at once as the service's `checkConcurrency` allows. What arrives after the deadline is ignored.
   */
  check(number: E164, context: CheckContext): Promise<VerificationStatus>;
}

/** What a bulk check says of one number: a status, or that this number's check failed. */
export type BulkAnswer = VerificationStatus | 'check_failed';

/** Knows about numbers, many in one call. Answers, failures and charging are those of {@link NumberChecker}. */
export interface BulkNumberChecker {
  /** The most numbers that one call may carry, at least 1. */
  readonly maxNumbers: number;

  /**
   * Resolves to one answer for each number, in their order; another count of answers is a failed check of all of them. A
   * rejection is a failed check of all of them too, or `checker_unavailable`. The deadline is that of a single check.
   */
  checkMany(numbers: readonly E164[], context: CheckContext): Promise<readonly BulkAnswer[]>;
}

/** Whether a checker is asked about many numbers in one call. One that can do both is. */
export function isBulkNumberChecker(
  checker: NumberChecker | BulkNumberChecker,
): checker is BulkNumberChecker {
  // Not whether it has the property: a class that declares one and leaves it undefined has it.
  return typeof Reflect.get(checker, 'checkMany') === 'function';
}
