import { DialproofError } from '../../model/errors.js';
import type { AccountId, E164 } from '../../model/identifiers.js';

/** A number that is never checked for its account. */
export interface SuppressedNumber {
  readonly phone: E164;
  /** In milliseconds since 1970. */
  readonly addedAt: number;
}

export interface SuppressionAddition {
  readonly accountId: AccountId;
  /** At most {@link SUPPRESSIONS_AT_ONCE} numbers; one may be given twice. */
  readonly phones: readonly E164[];
  /** In milliseconds since 1970. */
  readonly addedAt: number;
  /** How many numbers the list may have in all. */
  readonly maxPerAccount: number;
}

export interface SuppressionPageRequest {
  readonly accountId: AccountId;
  /** At least 1. */
  readonly limit: number;
  /** The `nextCursor` of the page before, null for the first page. */
  readonly cursor: string | null;
}

export interface SuppressionPage {
  readonly numbers: readonly SuppressedNumber[];
  /** The beginning of the next page; null if no number follows. It contains no phone number and counts only those of the account. */
  readonly nextCursor: string | null;
}

/** The most numbers of one call, so that no call takes long. */
export const SUPPRESSIONS_AT_ONCE = 1_000;

/**
 * The numbers that must not be called, of each account. They are stored in plain form, since their owner has to be able to read and correct
 * the list. Each method is atomic and durable by itself and may be repeated.
 */
export interface SuppressionList {
  /**
   * Adds numbers, and resolves to the count of new ones. Numbers that were there keep their time. If the account would have more than
   * `maxPerAccount`, it resolves to undefined and adds none.
   */
  add(addition: SuppressionAddition): Promise<number | undefined>;

  /** Removes a number, and resolves to whether it was there. */
  remove(accountId: AccountId, phone: E164): Promise<boolean>;

  /** Resolves to the given numbers, at most {@link SUPPRESSIONS_AT_ONCE}, that are in the account's list. */
  among(accountId: AccountId, phones: readonly E164[]): Promise<ReadonlySet<E164>>;

  /**
   * The account's numbers, the newest first. While numbers are added or removed, consecutive pages show every other number once. An invalid
   * cursor rejects with `malformed_request`.
   */
  page(request: SuppressionPageRequest): Promise<SuppressionPage>;
}

/** The position that a cursor encodes. Code: `malformed_request`. */
export function suppressionPlace(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new DialproofError('malformed_request', {
    hint: 'the cursor is not one that a page of the list has given',
  });
}
