import type { AccountId, E164 } from '../../model/identifiers.js';
import type { DetailedAnswer } from '../number-checker.js';

/** The answer of a single check of an account. Its `reassigned` is for the date of consent of that check. */
export interface SingleAnswer extends DetailedAnswer {
  readonly phone: E164;
  readonly checkedAt: Date;
}

export interface SingleAnswerExpiry {
  /** Milliseconds since an answer was known, at least, by the store's time. */
  readonly olderThanMs: number;
  /** How many answers to remove at most, at least 1, so that no call takes long. */
  readonly limit: number;
}

/** The most numbers of one call, so that no call takes long. */
export const SINGLE_ANSWERS_AT_ONCE = 1_000;

/**
 * The answers of the single checks of each account, one for each of its numbers, for later requests of the same account with
 * `freshWithinMs`. A durable store keeps no number, only a keyed hash of account and number: `find` knows which phones it was asked about.
 * Each method is atomic by itself and may be repeated. All but `keep` are durable, since a lost answer only costs another check.
 * On a server, an answer is kept by another commit than its charge: a kill in between may leave an answer that is free later.
 */
export interface SingleAnswerStore {
  /**
   * Keeps an answer in place of the account's answer about its number, unless that one is younger; also among concurrent callers. One of a
   * time that has not come, by the store's time, is replaced in any case: a clock was ahead.
   */
  keep(accountId: AccountId, answer: SingleAnswer): Promise<void>;

  /**
   * The account's answers about these numbers, at most {@link SINGLE_ANSWERS_AT_ONCE}, that were known at `since` or later, in milliseconds
   * since 1970. They come in any order, and each number once.
   */
  find(accountId: AccountId, phones: readonly E164[], since: number): Promise<readonly SingleAnswer[]>;

  /** Removes the account's answer about a number, and resolves to whether it was there. */
  remove(accountId: AccountId, phone: E164): Promise<boolean>;

  /**
   * Removes at most `limit` answers of any account that were known longer ago than this, and resolves to their count. A count below `limit` says that no more are left, except for those that other calls change at the same time.
   */
  expire(options: SingleAnswerExpiry): Promise<number>;
}
