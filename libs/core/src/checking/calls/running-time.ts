import type { Clock } from '../../ports/clock.js';

/** The interval of the ticks that show that the process runs, in milliseconds. */
const TICK_MS = 500;
/** A tick that is later than this shows a standstill of the process: a busy event loop, SIGSTOP, a machine that slept. */
const USUAL_DELAY_MS = 250;
/**
 * The time after a standstill within which the calls that it has spoilt fail: their connections have closed meanwhile, and their own timers
 * run late.
 */
const AFTERMATH_MS = 1_000;

export interface RunningTimeOptions {
  readonly clock: Clock;
  readonly limitMs: number;
  /** The process has run for `limitMs`. */
  readonly onOver: () => void;
  /** The process has stood still for `ms` until now. Called repeatedly for one standstill. */
  readonly onStandstill: (ms: number) => void;
}

/**
 * A time limit that counts only while the process runs. Answers that arrive during a standstill are read after it, so the limit is extended
 * then. All extensions together are at most the limit itself; otherwise it would never pass in a process that stands still repeatedly.
 */
export class RunningTime {
  readonly #options: RunningTimeOptions;
  #leftMs: number;
  /** The time by which the limit may still be extended. */
  #graceMs: number;
  /** When the next tick is due, by the elapsed time. */
  #due = 0;
  /** How often the limit was extended. One extension may use up all of the allowed time. */
  #putOffs = 0;
  #stoodUntil = Number.NEGATIVE_INFINITY;
  #cancelTick: () => void = () => undefined;

  constructor(options: RunningTimeOptions) {
    this.#options = options;
    this.#leftMs = options.limitMs;
    this.#graceMs = options.limitMs;
    this.#schedule();
  }

  /** Whether the process stands still or did so moments ago, unless it does so repeatedly. Timers that are due together run in any order. */
  get isAfterStandstill(): boolean {
    if (this.#graceMs === 0 && this.#putOffs > 1) return false;
    const now = this.#options.clock.elapsed();
    // A limit that was extended by the whole aftermath ends after it, at a tick that may be late.
    return now - this.#due > USUAL_DELAY_MS || now - this.#stoodUntil <= AFTERMATH_MS + USUAL_DELAY_MS;
  }

  /** Call it before {@link cancel} at the end of a call: it reports a standstill that no tick has seen yet. */
  reportStandstill(): void {
    const { clock, onStandstill } = this.#options;
    const lateMs = clock.elapsed() - this.#due;
    if (lateMs > USUAL_DELAY_MS) onStandstill(lateMs);
  }

  cancel(): void {
    this.#cancelTick();
  }

  #schedule(): void {
    const { clock } = this.#options;
    const tickMs = Math.min(TICK_MS, this.#leftMs);
    this.#due = clock.elapsed() + tickMs;
    this.#cancelTick = clock.schedule(tickMs, () => this.#tick(tickMs));
  }

  #tick(tickMs: number): void {
    const { clock, limitMs, onOver, onStandstill } = this.#options;
    const now = clock.elapsed();
    const lateMs = now - this.#due;
    this.#leftMs -= tickMs;
    if (lateMs > USUAL_DELAY_MS) {
      this.#stoodUntil = now;
      // Answers that have arrived meanwhile are read now.
      const shortMs = Math.max(0, Math.min(AFTERMATH_MS, limitMs) - this.#leftMs);
      const putOffMs = Math.min(shortMs, this.#graceMs);
      this.#leftMs += putOffMs;
      this.#graceMs -= putOffMs;
      this.#putOffs += 1;
      onStandstill(lateMs);
    } else {
      // Timers are a little late each time.
      this.#leftMs -= lateMs;
    }
    if (this.#leftMs > 0) this.#schedule();
    else onOver();
  }
}
