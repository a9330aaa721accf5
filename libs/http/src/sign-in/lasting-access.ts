import { type AccountId, type Authenticator, DialproofError, isDialproofError } from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
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
}

export function lastingAccess(
  authenticator: Authenticator,
  request: HttpRequest,
  accountId: AccountId,
  scope: Scope | null,
): LastingAccess {
  return {
    async confirm() {
      const now = await authenticate(authenticator, request, scope);
      if (now !== accountId) throw new DialproofError('not_authenticated');
    },
  };
}

/** The refusal of a caller who may go on no longer, undefined for one who may, also while nobody can tell. */
export async function endedAccess(access: LastingAccess): Promise<DialproofError | undefined> {
  try {
    await access.confirm();
    return undefined;
  } catch (error) {
    return isRefusal(error) ? error : undefined;
  }
}

/** Whether an error is the caller's, and no failure of the server. */
export function isRefusal(error: unknown): error is DialproofError {
  return isDialproofError(error) && ERROR_STATUS[error.code] < 500;
}
