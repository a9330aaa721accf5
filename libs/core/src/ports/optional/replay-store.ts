import type { AccountId } from '../../model/identifiers.js';

/** Milliseconds, a day, for which a request is remembered as begun after its lease has ended without an answer. */
export const UNANSWERED_KEEP_MS = 86_400_000;

/** A request that must be done once, however often it is sent: an account's `Idempotency-Key`. */
export interface ReplayKey {
  readonly accountId: AccountId;
  /** The caller's text, at most 255 characters. Keys are compared exactly. */
  readonly key: string;
}

export interface ReplayBegin extends ReplayKey {
  /**
   * Milliseconds for which the request counts as being answered, unless the lease is extended. If the process is killed, a repeat after
   * that time is new.
   */
  readonly leaseMs: number;
  /** How many requests of the account may be remembered, this one included. At least 1. */
  readonly maxPerAccount: number;
}

/** A request that is being answered. */
export interface ReplayLease extends ReplayKey {
  /** Unique to this begin. */
  readonly token: string;
}

/** The kept answer to a request. */
export interface ReplayAnswer {
  /** Identifies the request's payload, so that the same key with another payload can be refused. Opaque to the store. */
  readonly fingerprint: string;
  /** Opaque to the store. */
  readonly reply: Uint8Array;
}

export interface ReplayCompletion extends ReplayAnswer {
  /** Milliseconds for which the answer is kept. */
  readonly keepMs: number;
}

export type ReplayBegun =
  /**
   * The request has no answer yet: the caller answers it, then completes or abandons it. `wasBegun`: an earlier caller began to answer it
   * and its lease ended, so some of the work may be done already. `requestId` is then that caller's, otherwise a new unique id.
   */
  | {
      readonly outcome: 'new';
      readonly token: string;
      readonly wasBegun: boolean;
      readonly requestId: string;
    }
  /** Another caller is answering the request, for at most `retryAfterMs` milliseconds more. */
  | { readonly outcome: 'in_progress'; readonly retryAfterMs: number }
  | ({ readonly outcome: 'done' } & ReplayAnswer)
  /**
   * The request is new, but the account has no room for another one. Its oldest request is forgotten after `retryAfterMs` milliseconds,
   * which is more than 0.
   */
  | { readonly outcome: 'full'; readonly retryAfterMs: number };

/**
 * Keeps the answers to requests, so that a repeat gets the same answer and does nothing. Each method is atomic and durable by itself. The
 * store keeps the time, as {@link TaskStore} does.
 *
 * It does not compare fingerprints: if the request is done, the caller compares its own fingerprint with that of the answer.
 */
export interface ReplayStore {
  /**
   * Begins to answer a request, or resolves to its state. Of concurrent calls one is `new`. A request whose lease has ended without
   * an answer is new again, and so is one whose answer has expired. Expired and abandoned requests do not count towards
   * `maxPerAccount`, whether `expire` has removed them or not.
   */
  begin(request: ReplayBegin): Promise<ReplayBegun>;

  /**
   * Makes the lease end `leaseMs` milliseconds from now, and resolves to whether it is still held: false, changing nothing, when another
   * caller has begun meanwhile or the request has an answer. A lease whose time has passed is held until another caller begins.
   */
  extend(lease: ReplayLease, leaseMs: number): Promise<boolean>;

  /**
   * Keeps the answer, for `keepMs` milliseconds from now. Does nothing when another caller has begun meanwhile or the request has an answer
   * already. A lease whose time has passed counts until another caller begins.
   */
  complete(lease: ReplayLease, completion: ReplayCompletion): Promise<void>;

  /**
   * Forgets a request that was refused before it changed anything: the next one is new. Does nothing if another caller has begun meanwhile
   * or the request has an answer.
   */
  abandon(lease: ReplayLease): Promise<void>;

  /**
   * Deletes the account's answers for which `isGone` is true, and resolves to their number. A repeat of such a request is new. Requests
   * that are answered meanwhile may or may not be examined.
   */
  forget(accountId: AccountId, isGone: (reply: Uint8Array) => boolean): Promise<number>;

  /**
   * Removes at most `limit` requests: those whose answer has expired, and those whose lease ended without an answer
   * {@link UNANSWERED_KEEP_MS} ago. Resolves to their number. A count below the limit means that no more are left.
   */
  expire(options: { readonly limit: number }): Promise<number>;
}
