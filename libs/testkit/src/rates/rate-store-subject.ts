import type { RateStore } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** The subject of a case: a store of its own, without reservations. Without `pass`, it uses the clock of the suite. */
export interface RateStoreSubject extends KeepsTime {
  readonly store: RateStore;
  /**
   * For a store whose limits outlive the object: another one over the same limits, like that of another process. The subject's `close` then
   * closes both. Without this method, the cases continue with the same object.
   */
  another?(): Promise<RateStore>;
}
