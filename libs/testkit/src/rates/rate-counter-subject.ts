import type { CounterFactory } from '@dialproof/http';
import type { KeepsTime } from '../runner/own-time.js';

/** What a case of the contract is given: counts of its own, which are empty. Without `pass`, they go by the clock of the suite. */
export interface RateCounterSubject extends KeepsTime {
  readonly counter: CounterFactory;
  /**
   * For counts that outlive the object: what counts them in another process. The subject's `close` then closes both. Without this method, the
   * cases go on with the same object.
   */
  another?(): Promise<CounterFactory>;
}
