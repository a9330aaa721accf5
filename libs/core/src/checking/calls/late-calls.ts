import type { Clock } from '../../ports/clock.js';

/** Calls that have passed their deadline together. */
export interface LateGroup {
  /** Notes that one of them has ended. */
  end(): void;
}

/**
 * The calls of this process that have passed their deadline and may still answer. They outlive the check that made them, so the service
 * gives up the rest when it closes.
 */
export class LateCalls {
  readonly #clock: Clock;
  readonly #groups = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `abort` after `waitMs`, unless all `count` calls have ended before. */
  wait(count: number, waitMs: number, abort: () => void): LateGroup {
    let left = count;
    const giveUp = (): void => {
      forget();
      abort();
    };
    const cancel = this.#clock.schedule(waitMs, giveUp);
    const forget = (): void => {
      cancel();
      this.#groups.delete(giveUp);
    };
    this.#groups.add(giveUp);
    return {
      end: () => {
        left -= 1;
        if (left === 0) forget();
      },
    };
  }

  /** Aborts all of them now. */
  giveUp(): void {
    for (const giveUp of this.#groups) giveUp();
  }
}
