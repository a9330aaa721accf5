export interface RateWindowOptions {
  /** The option that sets it. */
  readonly name: string;
  /** How many calls, or numbers, may begin within the window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Whether they are spread over the window. Otherwise all of them may begin at once. */
  readonly isSpread: boolean;
}

/** Starts that are so close, as a share of the window, are remembered as one: a day's log stays small. */
const GRAIN = 1 / 1_000;
/** How far starts may get ahead of being spread evenly, as a share of the window: timers are late by a millisecond or so. */
const SLACK = 1 / 100;
/** Spread, so many fewer than the limit begin: an upstream sees calls a little closer together than they were sent. */
const SPREAD_SHARE = 0.99;

interface Start {
  /** Of the last start that it stands for. */
  at: number;
  weight: number;
}

/**
 * Says when the next call may begin, so that in no window, wherever it begins, more than `limit` do. Times are by the elapsed time.
 *
 * By hand, since rate-limiter-flexible counts by fixed windows, which let twice as many through around their end, and its queue takes no clock
 * and drops nobody who gives up.
 */
export class RateWindow {
  readonly name: string;
  readonly limit: number;
  readonly #windowMs: number;
  readonly #intervalMs: number;
  /** The oldest first. */
  readonly #starts: Start[] = [];
  #used = 0;
  /** When the next one would begin if they were spread exactly. */
  #spreadUntil = Number.NEGATIVE_INFINITY;

  constructor({ isSpread, limit, name, windowMs }: RateWindowOptions) {
    this.name = name;
    this.limit = limit;
    this.#windowMs = windowMs;
    this.#intervalMs = isSpread ? windowMs / (limit * SPREAD_SHARE) : 0;
  }

  /**
   * How long it is until a call of this weight may begin, in milliseconds; 0 if it may now. `ahead`: the weight of the calls that begin
   * before it; with more of it than the limit it takes at least so long.
   */
  delayMs(weight: number, now: number, ahead = 0): number {
    this.#forget(now);
    const spreadAt = Math.max(this.#spreadUntil, ahead > 0 ? now : 0) + ahead * this.#intervalMs;
    const spreadMs = spreadAt - this.#windowMs * SLACK - now;
    let tooMany = this.#used + ahead + weight - this.limit;
    let freeAt = now;
    for (const start of this.#starts) {
      if (tooMany <= 0) break;
      tooMany -= start.weight;
      freeAt = start.at + this.#windowMs;
    }
    return Math.max(0, freeAt - now, spreadMs);
  }

  begin(weight: number, now: number): void {
    this.#forget(now);
    this.#used += weight;
    this.#spreadUntil = Math.max(this.#spreadUntil, now) + weight * this.#intervalMs;
    const last = this.#starts.at(-1);
    if (last !== undefined && this.#isSameGrain(last.at, now)) {
      // Counted as of the later start, it is forgotten later than it might be, and never too early.
      last.at = now;
      last.weight += weight;
    } else {
      this.#starts.push({ at: now, weight });
    }
  }

  #isSameGrain(at: number, now: number): boolean {
    const grainMs = this.#windowMs * GRAIN;
    return Math.floor(at / grainMs) === Math.floor(now / grainMs);
  }

  /** A start counts until the window after it is over. */
  #forget(now: number): void {
    const isOver = this.#starts.findIndex(({ at }) => at + this.#windowMs > now);
    const gone = this.#starts.splice(0, isOver === -1 ? this.#starts.length : isOver);
    for (const { weight } of gone) this.#used -= weight;
  }
}
