import type { ClientClock } from '../client-options.js';
import { mayRepeat, pauseMs } from '../requests/repeats.js';

/** Bounds the time for which a follower continues without an answer of its server. */
export class Patience {
  readonly #clock: ClientClock;
  readonly #ms: number;
  #heardAt: number;
  #failures = 0;

  constructor(clock: ClientClock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
    this.#heardAt = clock.now();
  }

  /** The server has answered. */
  renew(): void {
    this.#heardAt = this.#clock.now();
    this.#failures = 0;
  }

  /** Waits before the next try. Throws the failure when no try would help, or when the patience is used up. */
  async pauseAfter(failure: unknown, signal: AbortSignal | undefined): Promise<void> {
    if (!mayRepeat(failure, true)) throw failure;
    const pause = pauseMs(this.#failures, failure.retryAfterMs);
    if (this.#clock.now() + pause - this.#heardAt > this.#ms) throw failure;
    this.#failures += 1;
    await this.#clock.sleep(pause, signal);
  }
}
