export interface RateWindowOptions {
  /** The option that sets it. */
  readonly name: string;
  /** How many calls, or numbers, may reach the upstream within the window. It may have a fraction. */
  readonly limit: number;
  readonly windowMs: number;
  /** Whether they are spread over the window. Otherwise all of them may begin at once. */
  readonly isSpread: boolean;
}

/** A call that has begun. */
export interface RateUse {
  readonly weight: number;
  /** By the elapsed time. */
  readonly begunAt: number;
  /** When it counts as arrived if it is not answered before. */
  readonly latestArrival: number;
}

/**
 * How long a call may take to reach the upstream, in milliseconds: connecting, a busy process on either side, the network. A slower one counts
 * as if it had arrived by then.
 */
const USUAL_WAY_MS = 100;
/** The same where answers come soon: a call without one is likely to be held up, together with those behind it. */
const LONGEST_WAY_MS = 1_000;
/** Answers that take no longer on average come soon. With more it would cost too much of the rate to wait for them. */
const SOON_MS = 200;
/** A slow answer counts as one of this time in the average, so that a few of them do not make it. */
const SLOW_MS = 600;
/** Of how many calls the average is taken, at the most. */
const AVERAGED_CALLS = 1_000;
/** It begins as if so many calls had been slow: that answers come soon has to show first. */
const CALLS_BEFORE = 10;
/** Arrivals that are so close, as a share of the window, are remembered as one: a day's log stays small. */
const GRAIN = 1 / 1_000;
/** How far starts may get ahead of being spread evenly, as a share of the window: timers are late by a millisecond or so. */
const SLACK = 1 / 100;

interface Arrival {
  /** When the last of them had arrived. */
  at: number;
  weight: number;
}

/**
 * Says when the next call may begin, so that an upstream sees at most `limit` of them in any window, wherever it begins, by its own clock. A
 * limit with a fraction is rounded up for a single window and holds over many. Times are by the elapsed time.
 *
 * When a call arrives, only the upstream knows: at some time between its start and its answer. If one call is delayed and the next is not, they
 * arrive closer together than they were sent. So a call counts from its start until a window after its answer, or after the longest way that
 * is reckoned with. That way is a second for an upstream that usually answers soon: when it stands still, the calls that wait for it arrive at
 * once. The price is a little of the rate: an upstream that takes 50 ms is asked 95 calls a second of 100, one that takes 200 ms 83, a slower
 * one 91, and one that takes 20 ms and leaves a fifth of the calls without an answer 82.
 *
 * By hand, since rate-limiter-flexible counts by fixed windows, which let twice as many through around their end, and its queue takes no clock
 * and drops nobody who gives up.
 */
export class RateWindow {
  readonly name: string;
  readonly limit: number;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #intervalMs: number;
  /** Calls that may still be on their way, the oldest first. */
  readonly #underWay = new Set<RateUse>();
  /** Those that have arrived, the oldest first. */
  readonly #arrivals: Arrival[] = [];
  /** The weight of both. */
  #used = 0;
  /** How long answers take on average, in milliseconds. */
  #meanMs = SLOW_MS;
  #averaged = CALLS_BEFORE;
  /** The time as of which it has forgotten what is over. */
  #forgotAt = Number.NaN;
  /** When the next one would begin if they were spread exactly. */
  #spreadUntil = Number.NEGATIVE_INFINITY;

  constructor({ isSpread, limit, name, windowMs }: RateWindowOptions) {
    this.name = name;
    this.limit = limit;
    this.#most = Math.ceil(limit);
    this.#windowMs = windowMs;
    this.#intervalMs = isSpread ? windowMs / limit : 0;
  }

  /**
   * How long it is until a call of this weight may begin, in milliseconds; 0 if it may now. An answer may make it sooner. `ahead`: the weight
   * of the calls that begin before it; with more of it than the limit it takes at least so long.
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
    const wayMs = this.#meanMs <= SOON_MS ? LONGEST_WAY_MS : USUAL_WAY_MS;
    const use = { weight, begunAt: now, latestArrival: now + wayMs };
    this.#underWay.add(use);
    this.#used += weight;
    this.#spreadUntil = Math.max(this.#spreadUntil, now) + weight * this.#intervalMs;
    return use;
  }

  /** The call has ended, in whatever way: it has arrived, or never will. */
  end(use: RateUse, now: number): void {
    this.#forget(now);
    if (this.#underWay.delete(use)) this.#noteArrival(use.weight, now);
    this.#noteTime(use, now);
  }

  /** Nobody waits for the call any more. It may still be on its way. */
  giveUp(use: RateUse, now: number): void {
    this.#noteTime(use, now);
  }

  #noteTime({ begunAt }: RateUse, now: number): void {
    this.#averaged = Math.min(AVERAGED_CALLS, this.#averaged + 1);
    this.#meanMs += (Math.min(now - begunAt, SLOW_MS) - this.#meanMs) / this.#averaged;
  }

  #noteArrival(weight: number, at: number): void {
    const last = this.#arrivals.at(-1);
    // Counted as of the later one, it is forgotten later than it might be, and never too early.
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

  /** An arrival counts until the window after it is over. */
  #forget(now: number): void {
    // A call that may begin does so at the time that it was asked for.
    if (now === this.#forgotAt) return;
    this.#forgotAt = now;
    for (const use of this.#underWay) {
      if (use.latestArrival > now) break;
      this.#underWay.delete(use);
      this.#noteArrival(use.weight, use.latestArrival);
    }
    // Mostly none is over, and each call asks several times.
    const [first] = this.#arrivals;
    if (first === undefined || first.at + this.#windowMs > now) return;
    const isOver = this.#arrivals.findIndex(({ at }) => at + this.#windowMs > now);
    const gone = this.#arrivals.splice(0, isOver === -1 ? this.#arrivals.length : isOver);
    for (const { weight } of gone) this.#used -= weight;
  }
}
