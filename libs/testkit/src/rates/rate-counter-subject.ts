import type { CounterFactory } from '@dialproof/http';
import type { KeepsTime } from '../runner/own-time.js';

/** The subject of a case: empty counts of its own. Without `pass`, they use the clock of the suite. */
export interface RateCounterSubject extends KeepsTime {
  readonly counter: CounterFactory;
  /**
   * For counts that outlive the object: a counter of another process over the same counts. The subject's `close` then closes both. Without
   * this method, the cases continue with the same object.
   */
  another?(): Promise<CounterFactory>;
}
