import type { AccountId, TaskId } from '../../model/identifiers.js';

export const EVENT_KINDS = ['task.done', 'task.failed', 'list.changed', 'list.skipped'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The events that a `ListStore` appends; a task store appends the others. */
export type ListEventKind = Extract<EventKind, `list.${string}`>;

/** An event of a task or a list. It holds only ids, counts and times, no numbers and no names, since it may be sent to other systems. */
export interface TaskEvent {
  /**
   * Unique to this event, and the same in every repeat of it. 1 to 64 of the characters a-z, A-Z, 0-9, `_` and `-`, since it is sent in
   * headers.
   */
  readonly eventId: string;
  readonly kind: EventKind;
  readonly accountId: AccountId;
  /** The task of the event. If a run was skipped, the task that has the rows of the list. */
  readonly taskId: TaskId;
  /** Milliseconds since 1970; of a task, its `finishedAt`. */
  readonly occurredAt: number;
  /** Further facts; absent for the end of a task. */
  readonly data?: Readonly<Record<string, string | number>>;
}

/** The right to publish one event until a time that the outbox keeps. */
export interface EventLease {
  readonly eventId: string;
  /** Unique to this lease. */
  readonly token: string;
}

export interface EventClaim {
  readonly lease: EventLease;
  readonly event: TaskEvent;
  /** How often the event was claimed before. */
  readonly tries: number;
}

export interface EventClaimRequest {
  readonly leaseMs: number;
  /** How many events to claim at most, at least 1. */
  readonly limit: number;
}

export interface EventClaimAnswer {
  readonly claims: readonly EventClaim[];
  /**
   * Milliseconds after which more may be claimable without any other call: until the earliest end of a lease or of a pause. 0 if more can
   * be claimed at once, null if no event is left.
   */
  readonly retryAfterMs: number | null;
}

/**
 * The events that were not published yet: an optional part of a task store, over the same data. The store appends `task.done` or
 * `task.failed` in the same atomic step in which `TaskStore.finish` ends a task. So no event is published for an unfinished task, and no
 * end lacks its event. A `finish` that does nothing appends nothing. Each run of a retried task has an event of its own.
 *
 * Each method is atomic and durable by itself. The outbox keeps the time, as {@link TaskStore} does.
 */
export interface EventOutbox {
  /**
   * Claims the next events, the oldest first. No two concurrent calls get the same event while its lease
   * lasts. An event whose lease has ended is claimed again. An event that cannot be published does not delay the others.
   */
  claimEvents(request: EventClaimRequest): Promise<EventClaimAnswer>;

  /**
   * Removes a published event for good. A lease whose time has passed counts until another lease is given;
   * then this does nothing.
   */
  acknowledge(lease: EventLease): Promise<void>;

  /** Ends a lease early: the event can be claimed again after `retryAfterMs` milliseconds. Does nothing if another lease was given. */
  postpone(lease: EventLease, retryAfterMs: number): Promise<void>;
}
