import type { EventOutbox, TaskStore } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** A task store, and the outbox that it appends to. */
export interface StoreWithOutbox {
  readonly store: TaskStore;
  readonly outbox: EventOutbox;
}

/** The subject of a case: a store and an outbox of its own. */
export interface EventOutboxSubject extends StoreWithOutbox, KeepsTime {
  /**
   * For a store whose data outlive the objects: closes these and opens others over the same data. The subject's `close` then closes the new
   * ones. Without this method, the cases continue with the same objects.
   */
  reopen?(): Promise<StoreWithOutbox>;
}
