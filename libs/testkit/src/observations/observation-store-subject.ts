import type { ObservationStore } from '@dialproof/core';
import type { Closable } from '../runner/test-runner.js';

/** The subject of a case: an observation store of its own. */
export interface ObservationStoreSubject extends Closable {
  readonly store: ObservationStore;
  /**
   * For a store whose data outlive the object: closes this object and opens another over the same data. The subject's `close` then closes
   * the new one. Without this method, the cases continue with the same object.
   */
  reopen?(): Promise<ObservationStore>;
}
