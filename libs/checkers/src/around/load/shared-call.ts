import { setMaxListeners } from 'node:events';
import { keepListening } from '../../calls/waiting.js';

/** The reason of an aborted call. It says nothing about the numbers of the call. */
class CallAbandoned extends Error {
  override readonly name = 'CallAbandoned';
  readonly retryAfterMs = 0;
}

/** A call that several callers wait for. Its signal is aborted when none of them does any more, unless it has ended. */
export class SharedCall {
  readonly #controller = new AbortController();
  readonly #onAbandon: () => void;
  #waiting = 0;
  #hasEnded = false;

  /** `onAbandon` is called just before the signal is aborted. */
  constructor(onAbandon: () => void) {
    this.#onAbandon = onAbandon;
    // Every number of the call may listen to it, and Node would take more than ten listeners for a leak.
    setMaxListeners(0, this.#controller.signal);
    // Each wrapper inside of it waits on the signal.
    keepListening(this.#controller.signal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  join(): void {
    this.#waiting += 1;
  }

  leave(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0 || this.#hasEnded) return;
    this.#onAbandon();
    this.#controller.abort(new CallAbandoned('nobody waits for this check any more'));
  }

  end(): void {
    this.#hasEnded = true;
  }
}
