import { monotonicMs } from './call-stamp.js';

const SECOND_MS = 1_000;

/**
 * The longest transit time of a call that is not late. `RateWindow` of `@dialproof/core` allows 100 ms for slow upstreams, and more for
 * others, but counts from the moment at which it lets a call begin. On a busy machine, the call is stamped some time later.
 */
export const WAY_MS = 50;

interface Arrival {
  /** When the call began, by the machine's monotonic clock, which all processes share. */
  readonly begunAt: number;
  readonly at: number;
}

/** The beginnings of calls, and their arrivals at an upstream. */
export class Arrivals {
  readonly #arrivals: Arrival[] = [];

  get count(): number {
    return this.#arrivals.length;
  }

  /** Records a call that arrives now. */
  note(begunAt: number): void {
    this.#arrivals.push({ begunAt, at: monotonicMs() });
  }

  /** The most calls that arrived within any second, whenever it begins. */
  mostInASecond(): number {
    return mostWithin(this.#arrivals.map(({ at }) => at));
  }

  /** The same for calls with a transit time of at most {@link WAY_MS}. */
  mostOnTimeInASecond(): number {
    const onTime = this.#arrivals.filter(({ at, begunAt }) => at - begunAt <= WAY_MS);
    return mostWithin(onTime.map(({ at }) => at));
  }

  /** The most calls that began within any second. */
  mostBegunInASecond(): number {
    return mostWithin(this.#arrivals.map(({ begunAt }) => begunAt).toSorted((one, other) => one - other));
  }

  /** The longest transit time of a call, in milliseconds. */
  longestWayMs(): number {
    return this.#arrivals.reduce((longest, { at, begunAt }) => Math.max(longest, at - begunAt), 0);
  }
}

/** The most of these sorted moments within any second. */
function mostWithin(moments: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [last, at] of moments.entries()) {
    while (at - (moments[first] ?? 0) >= SECOND_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
