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
 * Stores answers by number. A lost entry only costs a call of the checker, so the cache may drop any entry, or the `reassigned` of its
 * answer. A returned entry must be the last one that was set. Concurrent callers may overwrite one another's entries.
 */
export interface AnswerCache {
  /** One entry for each number, in their order; undefined for none. An expired entry may be returned or not. */
  getMany(numbers: readonly E164[]): Promise<readonly (CacheEntry | undefined)[]>;

  /**
   * Stores these entries, of any count. Each replaces an earlier one for its number. Safe to repeat. If it rejects, some of them may be
   * stored.
   */
  setMany(entries: readonly CacheEntry[]): Promise<void>;
}
