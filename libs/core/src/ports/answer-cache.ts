import type { E164 } from '../model/e164.js';
import type { DetailedAnswer } from './number-checker.js';

/** An answer as a cache keeps it: with the time of the check that brought it. */
export type KnownAnswer = DetailedAnswer & Required<Pick<DetailedAnswer, 'checkedAt'>>;

export interface CacheEntry {
  readonly number: E164;
  readonly answer: KnownAnswer;
  /** It is of no use from this time on, in milliseconds since 1970, and may be deleted. */
  readonly expiresAt: number;
}

/**
 * Keeps answers by number. Losing one costs a call of the checker and nothing else, so it may forget whatever it likes; what it returns must
 * be what it was given last. Concurrent callers may overwrite one another's entries.
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
