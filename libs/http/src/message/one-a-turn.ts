import { setImmediate } from 'node:timers/promises';

/**
 * Begins work that takes milliseconds of the processor in turns of the event loop of its own, in the order of the calls. Hundreds of lists
 * that are requested together would otherwise all be read before anything else runs.
 */
export class OneATurn {
  #latest: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.#latest = this.#latest.then(() => setImmediate());
    return this.#latest;
  }
}
