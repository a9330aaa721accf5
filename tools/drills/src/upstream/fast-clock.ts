import { type Clock, systemClock } from '@dialproof/core';

/**
 * A clock that starts at the machine's time and runs `speed` times as fast: an hour at 600 takes six seconds. It skips nothing, but leaves
 * the service less real time. Its timers are as coarse as the machine's: a millisecond times `speed`.
 */
export class FastClock implements Clock {
  readonly #speed: number;
  readonly #startWallMs = Date.now();
  readonly #startMs = performance.now();

  constructor(speed: number) {
    this.#speed = speed;
  }

  now(): number {
    return Math.floor(this.#startWallMs + this.elapsed());
  }

  elapsed(): number {
    return (performance.now() - this.#startMs) * this.#speed;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    return systemClock.schedule(delayMs / this.#speed, callback);
  }
}
