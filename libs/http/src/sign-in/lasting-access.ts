import {
  type AccountId,
  type Authenticator,
  type Clock,
  DialproofError,
  isDialproofError,
} from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
import { nextOrPause } from '../events/next-or-pause.js';
import type { HttpRequest } from '../message/http-message.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import { assertAdmitted, type Caller, callerOf } from './bearer.js';

/** The access of a caller during a long request: meanwhile, a token may be revoked or an account suspended. */
export interface LastingAccess {
  /**
   * Calls the authenticator again. Rejects with `not_authenticated`, `account_suspended` or `forbidden` if the caller has lost the access,
   * and with the authenticator's error if it cannot decide. Resolves to the caller as it is now: its end may have changed.
   */
  confirm(): Promise<Caller>;
  /** Measures the times between two confirmations. */
  readonly clock: Clock;
  /** Reports to the host's `onError` that the authenticator has failed. Never throws. */
  reportFailure(error: unknown): void;
}

export interface LastingAccessParts {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  readonly scope: Scope | null;
  readonly report: (error: unknown) => void;
}

export function lastingAccess(parts: LastingAccessParts): LastingAccess {
  const { authenticator, clock, trustedOrigins, request, accountId, scope, report } = parts;
  return {
    clock,
    async confirm() {
      const caller = await callerOf(authenticator, request, trustedOrigins);
      assertAdmitted(caller, scope);
      if (caller.accountId !== accountId) throw new DialproofError('not_authenticated');
      return caller;
    },
    reportFailure: report,
  };
}

/**
 * How often in a row the authenticator may fail before a running reply is ended. A short outage should break no download, but unconfirmed
 * access must not last (ASVS 5.0, 16.5.3). With the default of `heartbeatMs`, it ends a minute after it was last confirmed, or two if the
 * authenticator does not answer.
 */
export const MAX_FAILED_CONFIRMATIONS = 4;

/** Confirms from time to time that the caller may still have a running reply. */
export class AccessConfirmer {
  readonly #access: LastingAccess;
  readonly #everyMs: number;
  readonly #left: AbortSignal;
  #failedInARow = 0;

  /** An authenticator that has not answered after `everyMs` has failed. When `left` is aborted, its answer is not awaited. */
  constructor(access: LastingAccess, everyMs: number, left: AbortSignal = new AbortController().signal) {
    this.#access = access;
    this.#everyMs = everyMs;
    this.#left = left;
  }

  /**
   * Resolves to undefined while the reply may continue, else to the reason to end it: a refusal, or the error of an authenticator that has
   * failed {@link MAX_FAILED_CONFIRMATIONS} times in a row. Only the first failure in a row is reported here; the caller of this method
   * handles the last.
   */
  async reasonToEnd(): Promise<{ readonly error: unknown } | undefined> {
    try {
      const answer = await nextOrPause(this.#access.confirm(), this.#access.clock)(this.#everyMs, this.#left);
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

/** Whether an error is a refusal of the caller and not a failure of the server. */
export function isRefusal(error: unknown): error is DialproofError {
  return isDialproofError(error) && ERROR_STATUS[error.code] < 500;
}
