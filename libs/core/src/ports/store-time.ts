import { type Clock, systemClock } from './clock.js';

/** The most by which the wall clock may differ from the time of a store before shown times follow it. */
const TOLERATED_SHIFT_MS = 1_000;

/**
 * A moment of a store, in milliseconds: by the store's own time, which measures leases and pauses, and by the wall clock, whose time tasks
 * show.
 */
export interface StoreMoment {
  readonly now: number;
  readonly wallNow: number;
  /** The store's time in `ms` milliseconds, never earlier. */
  after(ms: number): number;
}

/**
 * The time by which a store or a ledger in an embedded database measures leases, pauses and the expiry of holds: the wall clock's time at
 * its creation plus the elapsed time since. Setting the wall clock does not change it, and times of earlier processes stay comparable. It
 * belongs to one process, which may {@link catchUp} with others. Stores on several machines take the time from their database.
 */
export class StoreTime {
  readonly #clock: Clock;
  #start: number;
  #shift = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#start = clock.now() - clock.elapsed();
  }

  /** Whole milliseconds, comparable with milliseconds since 1970. */
  now(): number {
    return Math.floor(this.#start + this.#clock.elapsed());
  }

  /** The time in `ms` milliseconds, whole and never earlier. */
  after(ms: number): number {
    return Math.ceil(this.now() + ms);
  }

  /** The present moment. */
  moment(): StoreMoment {
    return { now: this.now(), wallNow: this.#clock.now(), after: (ms) => this.after(ms) };
  }

  /** Continues from `moment`, the latest time of another process of the same store, if that is later. */
  catchUp(moment: number): void {
    this.#start += Math.max(0, moment - this.now());
  }

  /**
   * Converts a moment of this time to the wall clock's, in milliseconds since 1970. Both times are rounded, and the wall clock is slewed:
   * differences below a second are ignored, so that a moment is always shown with the same time.
   */
  shown(moment: number): number {
    const shift = this.#clock.now() - this.now();
    if (Math.abs(shift - this.#shift) >= TOLERATED_SHIFT_MS) this.#shift = shift;
    return moment + this.#shift;
  }
}
