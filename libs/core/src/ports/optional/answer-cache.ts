import type { E164 } from '../../model/identifiers.js';
import type { DetailedAnswer } from '../number-checker.js';

/** An answer in a cache, with the time of its check. */
export type KnownAnswer = DetailedAnswer & Required<Pick<DetailedAnswer, 'checkedAt'>>;

export interface CacheEntry {
  readonly number: E164;
  readonly answer: KnownAnswer;
  /** The time, in milliseconds since 1970, from which the entry is useless and may be deleted. */
  readonly expiresAt: number;
}

/**
 * Keeps answers by number. A lost entry only costs a call of the checker, so the cache may forget any entry, or the `reassigned` of its
 * answer. A returned entry must be the last one that was set. Concurrent callers may overwrite one another's entries.
 */
export interface AnswerCache {
  /** One entry for each number, in their order: undefined where there is none. An expired one may be returned or not. */
  getMany(numbers: readonly E164[]): Promise<readonly (CacheEntry | undefined)[]>;

  /**
   * Keeps these entries, of any count, each in place of an earlier one for its number. Safe to repeat. A rejection may leave some of them
   * kept.
   */
  setMany(entries: readonly CacheEntry[]): Promise<void>;
}
