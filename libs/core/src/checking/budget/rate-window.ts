export interface RateWindowOptions {
  /** The name of the option that sets the limit. */
  readonly name: string;
  /** The most calls, or numbers, that may reach the upstream within the window. Fractions are allowed. */
  readonly limit: number;
  readonly windowMs: number;
  /** Whether calls are spread over the window. Otherwise all of them may begin at once. */
  readonly isSpread: boolean;
}

/** A call that has begun. */
export interface RateUse {
  readonly weight: number;
  /** The time at which it counts as arrived if it is not answered before. */
  readonly latestArrival: number;
}

/**
 * The longest expected travel time of a call to the upstream, in milliseconds: connecting, a busy process on either side, the network. A
 * slower call counts as if it had arrived by then.
 */
const LONGEST_WAY_MS = 100;
/** Arrivals within this share of the window are stored as one, so that the log of a day stays small. */
const GRAIN = 1 / 1_000;
/** How far starts may be ahead of an even spread, as a share of the window: timers are late by about a millisecond. */
const SLACK = 1 / 100;

interface Arrival {
  /** The time of the last arrival. */
  at: number;
  weight: number;
}

/**
 * Computes when the next call may begin, so that an upstream sees at most `limit` calls in any window, wherever it begins, by its own
 * clock, as long as each call arrives within 100 ms. A limit with a fraction is rounded up for a single window and holds over many. Times
 * are by the elapsed time.
 *
 * Only the upstream knows when a call arrives: at some time between its start and its answer. If one call is delayed and the next is not,
 * they arrive closer together than they were sent. So a call counts from its start until a window after its answer, or after the longest
 * expected travel time. This costs a part of the rate: of 100 calls a second, 95 begin if an answer takes 50 ms, and 91 if it takes longer
 * than 100 ms. Rejected: a longer travel time for upstreams that usually answer soon. It would count correctly the calls that arrive
 * together after a standstill, but would always cost more of the rate.
 *
 * This is not rate-limiter-flexible, since that counts by fixed windows, which admit twice as many calls around their end, and its queue
 * takes no clock and keeps callers that have given up.
 */
export class RateWindow {
  readonly name: string;
  readonly limit: number;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #intervalMs: number;
  /** Calls that may still be on their way, the oldest first. */
  readonly #underWay = new Set<RateUse>();
  /** Calls that have arrived, the oldest first. */
  readonly #arrivals: Arrival[] = [];
  /** The total weight of the running and the arrived calls. */
  #used = 0;
  /** The time up to which ended windows are forgotten. */
  #forgotAt = Number.NaN;
  /** When the next call would begin in an exactly even spread. */
  #spreadUntil = Number.NEGATIVE_INFINITY;

  constructor({ isSpread, limit, name, windowMs }: RateWindowOptions) {
    this.name = name;
    this.limit = limit;
    this.#most = Math.ceil(limit);
    this.#windowMs = windowMs;
    this.#intervalMs = isSpread ? windowMs / limit : 0;
  }

  /**
   * Milliseconds until a call of this weight may begin, 0 if it may begin now. An answer may shorten the delay. `ahead`: the weight of the
   * calls that begin before it; above the limit, the result is a lower bound.
   */
  delayMs(weight: number, now: number, ahead = 0): number {
    this.#forget(now);
    const spreadAt = Math.max(this.#spreadUntil, ahead > 0 ? now : 0) + ahead * this.#intervalMs;
    const spreadMs = spreadAt - this.#windowMs * SLACK - now;
    let tooMany = this.#used + ahead + weight - this.#most;
    let freeAt = now;
    for (const { at, weight: arrived } of this.#arrivals) {
      if (tooMany <= 0) break;
      tooMany -= arrived;
      freeAt = at + this.#windowMs;
    }
    for (const { latestArrival, weight: begun } of this.#underWay) {
      if (tooMany <= 0) break;
      tooMany -= begun;
      freeAt = Math.max(freeAt, latestArrival + this.#windowMs);
    }
    return Math.max(0, freeAt - now, spreadMs);
  }

  begin(weight: number, now: number): RateUse {
    this.#forget(now);
    const use = { weight, latestArrival: now + LONGEST_WAY_MS };
    this.#underWay.add(use);
    this.#used += weight;
    this.#spreadUntil = Math.max(this.#spreadUntil, now) + weight * this.#intervalMs;
    return use;
  }

  /** Ends the use of a call that has arrived or never will. Not for an abandoned call, which may still be on its way. */
  end(use: RateUse, now: number): void {
    this.#forget(now);
    if (this.#underWay.delete(use)) this.#noteArrival(use.weight, now);
  }

  #noteArrival(weight: number, at: number): void {
    const last = this.#arrivals.at(-1);
    // The entry takes the later time, so it is forgotten somewhat late, but never too early.
    if (last !== undefined && (last.at >= at || this.#isSameGrain(last.at, at))) {
      last.at = Math.max(last.at, at);
      last.weight += weight;
    } else {
      this.#arrivals.push({ at, weight });
    }
  }

  #isSameGrain(at: number, now: number): boolean {
    const grainMs = this.#windowMs * GRAIN;
    return Math.floor(at / grainMs) === Math.floor(now / grainMs);
  }

  /** Removes arrivals whose window has ended. */
  #forget(now: number): void {
    // A call that may begin does so with the same `now`.
    if (now === this.#forgotAt) return;
    this.#forgotAt = now;
    for (const use of this.#underWay) {
      if (use.latestArrival > now) break;
      this.#underWay.delete(use);
      this.#noteArrival(use.weight, use.latestArrival);
    }
    // Usually no window has ended, and this is called several times for each call.
    const [first] = this.#arrivals;
    if (first === undefined || first.at + this.#windowMs > now) return;
    const isOver = this.#arrivals.findIndex(({ at }) => at + this.#windowMs > now);
    const gone = this.#arrivals.splice(0, isOver === -1 ? this.#arrivals.length : isOver);
    for (const { weight } of gone) this.#used -= weight;
  }
}
