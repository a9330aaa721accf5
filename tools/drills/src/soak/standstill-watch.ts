import { monitorEventLoopDelay } from 'node:perf_hooks';

const EVERY_MS = 10;
const NANOSECONDS = 1_000_000;

/** Measures stalls of this process's event loop, from its creation on. */
export class StandstillWatch {
  readonly #delays = monitorEventLoopDelay({ resolution: EVERY_MS });

  constructor() {
    this.#delays.enable();
  }

  /** The longest stall, to some ten milliseconds. */
  get longestMs(): number {
    return Math.max(0, Math.round(this.#delays.max / NANOSECONDS) - EVERY_MS);
  }

  close(): void {
    this.#delays.disable();
  }
}
