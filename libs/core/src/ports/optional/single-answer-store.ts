import type { AccountId, E164 } from '../../model/identifiers.js';
import type { DetailedAnswer } from '../number-checker.js';

/** The answer of a single check of an account. Its `reassigned` is for the date of consent of that check. */
export interface SingleAnswer extends DetailedAnswer {
  readonly phone: E164;
  readonly checkedAt: Date;
}

export interface SingleAnswerExpiry {
  /** The least age of an answer in milliseconds, by the store's time. */
  readonly olderThanMs: number;
  /** How many answers to remove at most, at least 1, so that no call takes long. */
  readonly limit: number;
}

/** The most numbers of one call, so that no call takes long. */
export const SINGLE_ANSWERS_AT_ONCE = 1_000;

/**
 * The answers of the single checks of each account, one for each of its numbers, for later requests of the same account with
 * `freshWithinMs`. A durable store keeps no number, only a keyed hash of account and number, which `find` computes for the requested
 * phones. Each method is atomic by itself and may be repeated. All except `keep` are durable: a lost answer only costs another check. On a
 * database server, answer and charge are separate commits: a kill in between may leave an answer that is free later.
 */
export interface SingleAnswerStore {
  /**
   * Keeps an answer in place of the account's answer about its number, unless that one is younger; also among concurrent callers. An answer
   * with a future time, by the store's time, is replaced in any case: a clock was ahead.
   */
  keep(accountId: AccountId, answer: SingleAnswer): Promise<void>;

  /**
   * The account's answers about these numbers, at most {@link SINGLE_ANSWERS_AT_ONCE}, with a time of `since` or later, in milliseconds
   * since 1970. They come in any order, at most one for each number.
   */
  find(accountId: AccountId, phones: readonly E164[], since: number): Promise<readonly SingleAnswer[]>;

  /** Removes the account's answer about a number, and resolves to whether it was there. */
  remove(accountId: AccountId, phone: E164): Promise<boolean>;

  /**
   * Removes at most `limit` answers of any account that are older than this, and resolves to their count. A count below `limit` means that
   * no more are left, except for answers that other calls change at the same time.
   */
  expire(options: SingleAnswerExpiry): Promise<number>;
}
