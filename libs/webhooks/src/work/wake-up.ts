import type { Clock } from '@dialproof/core';

/** Wakes one who waits: after a time, when it rings, and when the signal is aborted. */
export class WakeUp {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #hasRung = false;
  #wake: (() => void) | undefined;
  readonly ring = (): void => {
    this.#hasRung = true;
    this.#wake?.();
  };

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    signal.addEventListener('abort', this.ring, { once: true });
  }

  /** Resolves after `ms` milliseconds, or as soon as it rings; at once if it has rung since the last call. */
  async after(ms: number): Promise<void> {
    if (!this.#hasRung && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.schedule(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#hasRung = false;
  }

  /** Lets go of the signal. */
  close(): void {
    this.#signal.removeEventListener('abort', this.ring);
  }
}
