import type { AccountId } from '../model/identifiers.js';

/** For so many milliseconds, a day, a request is remembered as begun whose lease has ended without an answer. */
export const UNANSWERED_KEEP_MS = 86_400_000;

/** A request that must be done once, however often it comes: an account's `Idempotency-Key`. */
export interface ReplayKey {
  readonly accountId: AccountId;
  /** As the caller sent it, at most 255 characters. Two that differ in anything are two keys. */
  readonly key: string;
}

export interface ReplayBegin extends ReplayKey {
  /**
   * For how many milliseconds the request counts as being answered, unless the lease is extended. When its process is killed, a repeat
   * is new after that time.
   */
  readonly leaseMs: number;
  /** How many requests of the account may be remembered, this one included. At least 1. */
  readonly maxPerAccount: number;
}

/** A request that is being answered. */
export interface ReplayLease extends ReplayKey {
  /** Unlike that of every other begin. */
  readonly token: string;
}

/** What a request was answered with. */
export interface ReplayAnswer {
  /** Tells the request's payload from others, so that a key that is used for another one can be refused. Opaque to the store. */
  readonly fingerprint: string;
  /** Opaque to the store. */
  readonly reply: Uint8Array;
}

export interface ReplayCompletion extends ReplayAnswer {
  /** For how many milliseconds the answer is kept. */
  readonly keepMs: number;
}

export type ReplayBegun =
  /**
   * Nobody has answered this request yet: whoever asked does so, then completes or abandons it. `wasBegun` says that somebody began
   * to answer it and was not heard of again before their lease ended, so that some of it may be done already. `requestId` is then the
   * one that they were given, and else unlike any other.
   */
  | {
      readonly outcome: 'new';
      readonly token: string;
      readonly wasBegun: boolean;
      readonly requestId: string;
    }
  /** Somebody is answering it, for so many milliseconds more at most. */
  | { readonly outcome: 'in_progress'; readonly retryAfterMs: number }
  | ({ readonly outcome: 'done' } & ReplayAnswer)
  /**
   * Nobody knows this request, and as many of its account are remembered as may be. After so many milliseconds, more than 0, the first of
   * them is forgotten.
   */
  | { readonly outcome: 'full'; readonly retryAfterMs: number };

/**
 * Remembers what requests were answered with, so that a repeat gets the same answer and does nothing. Each method is atomic and
 * durable by itself. The store keeps the time, as {@link TaskStore} does.
 *
 * It compares no fingerprints: whoever begins and learns that the request is done compares its own with that of the answer.
 */
export interface ReplayStore {
  /**
   * Begins to answer a request, or says what became of it. Of concurrent calls one is `new`. A request whose lease has ended without
   * an answer is new again, and so is one whose answer was kept for its time. Neither those that have had their time nor those that were
   * abandoned count towards `maxPerAccount`, whether `expire` has removed them or not.
   */
  begin(request: ReplayBegin): Promise<ReplayBegun>;

  /**
   * Has the lease end `leaseMs` milliseconds from now, and resolves to whether it is still held: false, changing nothing, when others
   * have begun meanwhile or the request has an answer. A lease whose time has passed is held as long as nobody else has begun.
   */
  extend(lease: ReplayLease, leaseMs: number): Promise<boolean>;

  /**
   * Keeps the answer, for `keepMs` milliseconds from now. Does nothing when others have begun meanwhile or the request has an answer
   * already. A lease whose time has passed counts as long as nobody else has begun.
   */
  complete(lease: ReplayLease, completion: ReplayCompletion): Promise<void>;

  /**
   * Forgets a request that was refused before it did anything: the next one is new. Does nothing when others have begun meanwhile or
   * the request has an answer.
   */
  abandon(lease: ReplayLease): Promise<void>;

  /**
   * Removes at most `limit` answers that were kept for their time, and requests whose lease ended without an answer
   * {@link UNANSWERED_KEEP_MS} ago, and resolves to how many. A count below the limit says that there are no more.
   */
  expire(options: { readonly limit: number }): Promise<number>;
}
