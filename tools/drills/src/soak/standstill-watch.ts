import { monitorEventLoopDelay } from 'node:perf_hooks';

const EVERY_MS = 10;
const NANOSECONDS = 1_000_000;

/** Sees for how long the event loop of this process stands still, from its creation on. */
export class StandstillWatch {
  readonly #delays = monitorEventLoopDelay({ resolution: EVERY_MS });

  constructor() {
    this.#delays.enable();
  }

  /** To some ten milliseconds. */
  get longestMs(): number {
    return Math.max(0, Math.round(this.#delays.max / NANOSECONDS) - EVERY_MS);
  }

  close(): void {
    this.#delays.disable();
  }
}
