import type { AccountId, TaskId } from '../../model/identifiers.js';
import type { PhoneList } from '../../model/phone-list.js';
import type { ListEventKind, TaskEvent } from './event-outbox.js';

/** A list, by the account that asks for it: another account's is not found. */
export interface ListKey {
  readonly accountId: AccountId;
  readonly listId: string;
}

/** A list as the store keeps it. */
export interface StoredList {
  /** Opaque to the store but for its ids. */
  readonly list: PhoneList;
  /** When {@link ListStore.claimDue} may claim it, in milliseconds since 1970; null: never. */
  readonly dueAt: number | null;
  /** The tasks that it needs: they do not expire while it does. */
  readonly keeps: readonly TaskId[];
}

/** A list that was read. */
export interface FoundList extends StoredList {
  /** Rises with each replacement. */
  readonly revision: number;
}

/** An event about a list. Its data are only ids, counts and times. */
export type ListEvent = Omit<TaskEvent, 'eventId'> & {
  readonly kind: ListEventKind;
  readonly data: NonNullable<TaskEvent['data']>;
};

export interface ListReplacement extends StoredList {
  /** The revision that is replaced. */
  readonly revision: number;
  /** The events of the change; appended to the event outbox if there is one. */
  readonly events: readonly ListEvent[];
}

export interface DueList {
  /** Undefined if none is due. */
  readonly found: FoundList | undefined;
  /** The store's present, in milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds until one is due, leases included; 0 if one may be due now, null if none will be. */
  readonly retryAfterMs: number | null;
}

/**
 * Lists that are verified again and again: an optional part of a task store, over the same data. `TaskArchive.expire` leaves the tasks that
 * a list keeps; `TaskArchive.remove` does not ask for lists. Each method is atomic and durable by itself.
 */
export interface ListStore {
  /**
   * Adds a list, and resolves to it; to undefined, changing nothing, if the account has `maxPerAccount` already. If the account has a list
   * with this id, it resolves to that one unchanged. Where the task of the list is gone, it may reject with `task_not_found`: an account
   * that is erased meanwhile gets no list.
   */
  create(list: StoredList, maxPerAccount: number): Promise<FoundList | undefined>;

  find(key: ListKey): Promise<FoundList | undefined>;

  /** All lists of the account, by `createdAt`, the oldest first. */
  all(accountId: AccountId): Promise<readonly FoundList[]>;

  /**
   * Replaces a list that still has this revision, and appends the events in the same step. Resolves to whether it did: false, changing
   * nothing, if it was replaced or removed meanwhile. So of several callers one succeeds.
   */
  replace(replacement: ListReplacement): Promise<boolean>;

  /** Removes a list, and resolves to whether there was one. Its tasks stay, and expire as others do. */
  remove(key: ListKey): Promise<boolean>;

  /**
   * Finds the list that has been due for the longest time, and makes it due again in `leaseMs` milliseconds: no two concurrent calls get
   * the same list, and one whose caller dies is found again. Its revision stays. The time is the store's own wall clock.
   */
  claimDue(options: { readonly leaseMs: number }): Promise<DueList>;
}
