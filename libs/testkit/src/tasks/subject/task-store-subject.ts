import type { TaskStore } from '@dialproof/core';
import type { KeepsTime } from '../../runner/own-time.js';

/** The subject of a case: a store of its own. */
export interface TaskStoreSubject extends KeepsTime {
  readonly store: TaskStore;
  /**
   * For a store whose data outlive the object: closes this object and opens another over the same data. The subject's `close` then closes
   * the new one. Without this method, the cases continue with the same object.
   */
  reopen?(): Promise<TaskStore>;
}
