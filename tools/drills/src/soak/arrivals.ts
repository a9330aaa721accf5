import { monotonicMs } from './call-stamp.js';

const SECOND_MS = 1_000;

/**
 * How long a call may be on its way without being late. `RateWindow` of `@dialproof/core` reckons with 100 ms for slow upstreams, and with more for
 * others, but from the moment at which it lets a call begin: on a busy machine, the call is stamped some time later.
 */
export const WAY_MS = 50;

interface Arrival {
  /** When the call began, by the time that all processes of the machine share. */
  readonly begunAt: number;
  readonly at: number;
}

/** When calls have begun, and when they have arrived at an upstream. */
export class Arrivals {
  readonly #arrivals: Arrival[] = [];

  get count(): number {
    return this.#arrivals.length;
  }

  /** Notes a call that arrives now. */
  note(begunAt: number): void {
    this.#arrivals.push({ begunAt, at: monotonicMs() });
  }

  /** The most that arrived within any second, wherever it begins. */
  mostInASecond(): number {
    return mostWithin(this.#arrivals.map(({ at }) => at));
  }

  /** The same of calls that were on their way for no longer than {@link WAY_MS}. */
  mostOnTimeInASecond(): number {
    const onTime = this.#arrivals.filter(({ at, begunAt }) => at - begunAt <= WAY_MS);
    return mostWithin(onTime.map(({ at }) => at));
  }

  /** The most that began within any second. */
  mostBegunInASecond(): number {
    return mostWithin(this.#arrivals.map(({ begunAt }) => begunAt).toSorted((one, other) => one - other));
  }

  /** For how long a call was on its way at the most, in milliseconds. */
  longestWayMs(): number {
    return this.#arrivals.reduce((longest, { at, begunAt }) => Math.max(longest, at - begunAt), 0);
  }
}

/** The most of these moments, which are in order, within any second. */
function mostWithin(moments: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [last, at] of moments.entries()) {
    while (at - (moments[first] ?? 0) >= SECOND_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
