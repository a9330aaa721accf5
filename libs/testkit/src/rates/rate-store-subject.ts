import type { RateStore } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** What a case of the contract is given: a store of its own, in which nothing was reserved. Without `pass`, it goes by the clock of the suite. */
export interface RateStoreSubject extends KeepsTime {
  readonly store: RateStore;
  /**
   * For a store whose limits outlive the object: another one over the same limits, as another process has it. The subject's `close` then
   * closes both. Without this method, the cases go on with the same object.
   */
  another?(): Promise<RateStore>;
}
