import { LONGEST_TIMER_MS } from '../model/options.js';

export interface ScheduleOptions {
  /** Whether the process may end before the callback was called. A clock may ignore it. Default false. */
  readonly isBackground?: boolean;
}

/** The kit's source of time. One clock is used for everything, so that tests can stop it. */
export interface Clock {
  /** Whole milliseconds since 1970-01-01T00:00:00Z. It may jump in either direction, as wall clocks do. */
  now(): number;

  /**
   * Milliseconds since an arbitrary moment of this process, with fractions. It never falls and never jumps, whatever the wall clock does.
   */
  elapsed(): number;

  /**
   * Calls `callback` once when `delayMs` milliseconds have passed, whatever the wall clock does meanwhile. The returned function cancels it
   * and is safe to call at any time, also twice.
   */
  schedule(delayMs: number, callback: () => void, options?: ScheduleOptions): () => void;
}

/**
 * The machine's own clock. A pending callback keeps the process alive unless it is in the background: a script that waits for a task must
 * not end while that task pauses. So a service that was started keeps its process until it is closed.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  schedule(delayMs, callback, { isBackground = false } = {}) {
    let timer: NodeJS.Timeout;
    const wait = (remainingMs: number): void => {
      const timerMs = Math.min(remainingMs, LONGEST_TIMER_MS);
      const then = remainingMs > timerMs ? () => wait(remainingMs - timerMs) : callback;
      timer = setTimeout(then, timerMs);
      if (isBackground) timer.unref();
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};
