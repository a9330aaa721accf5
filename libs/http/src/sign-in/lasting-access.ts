import {
  type AccountId,
  type Authenticator,
  type Clock,
  DialproofError,
  isDialproofError,
} from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
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
}

export interface LastingAccessParts {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  readonly scope: Scope | null;
}

export function lastingAccess(parts: LastingAccessParts): LastingAccess {
  const { authenticator, clock, trustedOrigins, request, accountId, scope } = parts;
  return {
    clock,
    async confirm() {
      const caller = await callerOf(authenticator, request, trustedOrigins);
      assertAdmitted(caller, scope);
      if (caller.accountId !== accountId) throw new DialproofError('not_authenticated');
      return caller;
    },
  };
}

/** Whether an error is a refusal of the caller and not a failure of the server. */
export function isRefusal(error: unknown): error is DialproofError {
  return isDialproofError(error) && ERROR_STATUS[error.code] < 500;
}
