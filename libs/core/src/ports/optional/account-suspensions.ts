import type { AccountId } from '../../model/identifiers.js';

/** Stops and continues the tasks of an account in a task store: an optional part of it, over the same tasks. */
export interface AccountSuspensions {
  /**
   * Suspends an account: until it is reinstated, no chunk of its tasks is claimed, those queued later included. A chunk that is leased now
   * can still be recorded and given back, and its lease can no longer be extended. Its unfinished tasks are `waiting` with the reason
   * `account_suspended` and a `nextTryAt` of null, also in an outage, unless all of their numbers are answered or they are failing. Those
   * are finished. Abandoned uploads and retries are discarded. A repeat changes nothing. The account may be unknown.
   */
  suspendAccount(accountId: AccountId): Promise<void>;

  /** Ends a suspension: the account's tasks continue in their turn. Does nothing to an account that is not suspended. */
  reinstateAccount(accountId: AccountId): Promise<void>;
}
