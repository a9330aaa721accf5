import type { AccountId, TaskId } from '../model/identifiers.js';

export const EVENT_KINDS = ['task.done', 'task.failed'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Something that has happened. It holds ids and times alone, neither numbers nor names: what tells of it may leave the house. */
export interface TaskEvent {
  /**
   * Unlike that of every other event, and the same however often this one is told. 1 to 64 of the characters a-z, A-Z, 0-9, `_` and `-`:
   * it goes into headers.
   */
  readonly eventId: string;
  readonly kind: EventKind;
  readonly accountId: AccountId;
  readonly taskId: TaskId;
  /** Milliseconds since 1970: the task's `finishedAt`. */
  readonly occurredAt: number;
}

/** The right to tell of one event until a time that the outbox keeps. */
export interface EventLease {
  readonly eventId: string;
  /** Unlike that of every other lease. */
  readonly token: string;
}

export interface EventClaim {
  readonly lease: EventLease;
  readonly event: TaskEvent;
  /** How often it was claimed before. */
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
   * Milliseconds after which there may be more to claim than now without anything happening: the earliest end of a lease or of a
   * pause. 0 where more could be claimed at once, null where nothing is left to be told.
   */
  readonly retryAfterMs: number | null;
}

/**
 * The events that are still to be told: an optional part of a task store, over the same data. The store appends `task.done` or
 * `task.failed` in the same atomic step in which `TaskStore.finish` ends a task, so that no end is told that did not last and none
 * is lost; a `finish` that does nothing appends nothing. Each run of a task that is retried has an event of its own.
 *
 * Each method is atomic and durable by itself. The outbox keeps the time, as {@link TaskStore} does.
 */
export interface EventOutbox {
  /**
   * Claims the next events, those that happened first before others. No two concurrent calls get the same one while its lease
   * lasts; an event whose lease has ended without a word is claimed again. One that cannot be told does not hold the others up.
   */
  claimEvents(request: EventClaimRequest): Promise<EventClaimAnswer>;

  /**
   * Says that an event was told: it is gone for good. A lease whose time has passed counts as long as others were not given one;
   * else it does nothing.
   */
  acknowledge(lease: EventLease): Promise<void>;

  /** Ends a lease early: the event is claimed again after `retryAfterMs` milliseconds, not before. Does nothing as above. */
  postpone(lease: EventLease, retryAfterMs: number): Promise<void>;
}
