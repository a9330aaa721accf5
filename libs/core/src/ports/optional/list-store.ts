import type { AccountId, TaskId } from '../../model/identifiers.js';
import type { PhoneList } from '../../model/phone-list.js';
import type { ListEventKind, TaskEvent } from './event-outbox.js';

/** A list of the requesting account. Other accounts' lists are not found. */
export interface ListKey {
  readonly accountId: AccountId;
  readonly listId: string;
}

/** A list as the store keeps it. */
export interface StoredList {
  /** Opaque to the store, except for its ids. */
  readonly list: PhoneList;
  /** The time from which {@link ListStore.claimDue} may claim it, in milliseconds since 1970; null: never. */
  readonly dueAt: number | null;
  /** The tasks that the list needs. They do not expire as long as it needs them. */
  readonly keeps: readonly TaskId[];
}

/** A list that was read. */
export interface FoundList extends StoredList {
  /** A number that rises with each replacement. */
  readonly revision: number;
}

/** An event about a list. Its data are only ids, counts and times. */
export type ListEvent = Omit<TaskEvent, 'eventId'> & {
  readonly kind: ListEventKind;
  readonly data: NonNullable<TaskEvent['data']>;
};

export interface ListReplacement extends StoredList {
  /** The revision that the replacement is for. */
  readonly revision: number;
  /** The events of the change; appended to the event outbox if there is one. */
  readonly events: readonly ListEvent[];
}

export interface DueList {
  /** The claimed list; undefined if none is due. */
  readonly found: FoundList | undefined;
  /** The present time of the store, in milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds until a list is due, leases included; 0 if one may be due now, null if none will be. */
  readonly retryAfterMs: number | null;
}

/**
 * Lists that are verified again and again: an optional part of a task store, over the same data. `TaskArchive.expire` does not remove tasks
 * that a list keeps; `TaskArchive.remove` does. Each method is atomic and durable by itself.
 */
export interface ListStore {
  /**
   * Adds a list, and resolves to it; to undefined, changing nothing, if the account has `maxPerAccount` already. If the account has a list
   * with this id, it resolves to that one unchanged. If the task of the list is gone, it may reject with `task_not_found`, so that an
   * account that is erased meanwhile gets no list.
   */
  create(list: StoredList, maxPerAccount: number): Promise<FoundList | undefined>;

  find(key: ListKey): Promise<FoundList | undefined>;

  /** All lists of the account, by `createdAt`, the oldest first. */
  all(accountId: AccountId): Promise<readonly FoundList[]>;

  /**
   * Replaces a list that still has this revision, and appends the events in the same step. Resolves to whether it did: false, changing
   * nothing, if the list was replaced or removed meanwhile. So only one of several callers succeeds.
   */
  replace(replacement: ListReplacement): Promise<boolean>;

  /** Removes a list, and resolves to whether there was one. Its tasks stay, and expire as others do. */
  remove(key: ListKey): Promise<boolean>;

  /**
   * Finds the list that has been due for the longest time, and makes it due again in `leaseMs` milliseconds: no two concurrent calls get
   * the same list, and a list whose caller dies is found again. The revision does not change. The time is the store's own wall clock.
   */
  claimDue(options: { readonly leaseMs: number }): Promise<DueList>;
}
