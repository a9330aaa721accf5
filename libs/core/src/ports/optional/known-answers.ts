import type { AccountId } from '../../model/identifiers.js';
import type { NumberHash } from '../../model/number-hash.js';
import type { VerificationStatus } from '../../model/statuses.js';
import type { ReassignedSince } from '../number-checker.js';

/** An answer that a task or a single check of an account has found. */
export interface FoundAnswer {
  readonly number: NumberHash;
  readonly status: VerificationStatus;
  /** Left out if the answer named none. */
  readonly source?: string;
  /** When the answer was found, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** The answer to a question with a date of consent. Left out without one. */
  readonly reassigned?: ReassignedSince;
}

/**
 * Keeps the answers of each account for later requests of the same account. It never sees a number, only hashes with a key of the host. Each
 * method is atomic by itself and may be repeated. Durable are those that remove something: a lost answer only costs another check.
 */
export interface KnownAnswers {
  /**
   * Keeps these answers, of any count and each about another number. A rejection may leave some of them kept. An answer takes the place of the account's answer about
   * its number, unless that one was found later; also among concurrent callers.
   */
  remember(accountId: AccountId, answers: readonly FoundAnswer[]): Promise<void>;

  /**
   * One entry for each number, in their order: the answer of this account, if it was found at `since` or later, in milliseconds since 1970; else
   * undefined. Answers of other accounts are never among them.
   */
  find(
    accountId: AccountId,
    numbers: readonly NumberHash[],
    since: number,
  ): Promise<readonly (FoundAnswer | undefined)[]>;

  /** Forgets what the account knows of these numbers. Other accounts keep theirs. */
  forget(accountId: AccountId, numbers: readonly NumberHash[]): Promise<void>;

  /** Forgets everything that the account knows. */
  forgetAccount(accountId: AccountId): Promise<void>;

  /**
   * Removes at most `limit` answers that were found before this time, in milliseconds since 1970, and resolves to their number. A count below the
   * limit says that there are no more.
   */
  expire(options: { readonly before: number; readonly limit: number }): Promise<number>;
}
