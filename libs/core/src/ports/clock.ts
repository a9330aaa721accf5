/**
 * Time, as the kit sees it. One clock is used for everything, so that tests can hold it still.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. It may jump in either direction, as wall clocks do. */
  now(): number;

  /**
   * Calls `callback` once when `delayMs` milliseconds have passed, whatever the wall clock does meanwhile. The function that is
   * returned cancels it and is safe to call at any time, also twice.
   */
  schedule(delayMs: number, callback: () => void): () => void;
}

/** The machine's own clock. A pending callback does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
