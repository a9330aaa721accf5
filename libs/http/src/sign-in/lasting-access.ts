import { type AccountId, type Authenticator, DialproofError, isDialproofError } from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
import { nextOrPause } from '../events/next-or-pause.js';
import type { HttpRequest } from '../message/http-message.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import { authenticate } from './bearer.js';

/** What a caller may do, for requests that last: a token may be revoked and an account suspended meanwhile. */
export interface LastingAccess {
  /**
   * Asks the authenticator once more. Rejects with `not_authenticated`, `account_suspended` or `forbidden` when the caller may go on no longer, and with
   * whatever the authenticator rejects with when it cannot tell.
   */
  confirm(): Promise<void>;
  /** Tells the host's `onError` that the authenticator could not tell. Never throws. */
  reportFailure(error: unknown): void;
}

export interface LastingAccessParts {
  readonly authenticator: Authenticator;
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  readonly scope: Scope | null;
  readonly report: (error: unknown) => void;
}

export function lastingAccess(parts: LastingAccessParts): LastingAccess {
  const { authenticator, request, accountId, scope, report } = parts;
  return {
    async confirm() {
      const now = await authenticate(authenticator, request, scope);
      if (now !== accountId) throw new DialproofError('not_authenticated');
    },
    reportFailure: report,
  };
}

/**
 * How often in a row the authenticator may fail before a reply that goes on is ended. A short outage should cost nobody a download, but access
 * that nobody can confirm must not last (ASVS 5.0, 16.5.3): with the default of `heartbeatMs` it ends a minute after it was last confirmed,
 * or two where the authenticator does not even answer.
 */
export const MAX_FAILED_CONFIRMATIONS = 4;

/** Looks from time to time whether the caller of a reply that goes on may still have it. */
export class AccessConfirmer {
  readonly #access: LastingAccess;
  readonly #everyMs: number;
  readonly #left: AbortSignal;
  #failedInARow = 0;

  /** An authenticator that has not answered after `everyMs` has failed. When `left` is aborted, nobody waits for its answer. */
  constructor(access: LastingAccess, everyMs: number, left: AbortSignal = new AbortController().signal) {
    this.#access = access;
    this.#everyMs = everyMs;
    this.#left = left;
  }

  /**
   * Resolves to undefined while the reply may go on, otherwise to the reason why it may not: a refusal, or the error of an authenticator that has
   * failed {@link MAX_FAILED_CONFIRMATIONS} times in a row. Only the first failure in a row is reported: the caller of this method decides about the last.
   */
  async reasonToEnd(): Promise<{ readonly error: unknown } | undefined> {
    try {
      const answer = await nextOrPause(this.#access.confirm())(this.#everyMs, this.#left);
      if (answer === 'pause')
        throw new Error(`the authenticator has not answered within ${this.#everyMs} ms`);
      this.#failedInARow = 0;
      return undefined;
    } catch (error) {
      if (isRefusal(error)) return { error };
      this.#failedInARow += 1;
      if (this.#failedInARow === 1) this.#access.reportFailure(error);
      return this.#failedInARow < MAX_FAILED_CONFIRMATIONS ? undefined : { error };
    }
  }
}

/** Whether an error is the caller's, and no failure of the server. */
export function isRefusal(error: unknown): error is DialproofError {
  return isDialproofError(error) && ERROR_STATUS[error.code] < 500;
}
