import type { SpendingCounts } from '@dialproof/core';
import type { Closable } from '../runner/test-runner.js';

/** The subject of a case: counts of its own, in which nothing was spent. */
export interface SpendingCountsSubject extends Closable {
  readonly counts: SpendingCounts;
  /**
   * For counts whose data outlive the object: closes this object and opens another over the same data. The subject's `close` then closes
   * the new one. Without this method, the cases continue with the same object.
   */
  reopen?(): Promise<SpendingCounts>;
}
