import { setMaxListeners } from 'node:events';
import type { Clock } from '@dialproof/core';

/** Resolves after that time, or rejects with the signal's reason as soon as it is aborted. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  let cancel = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    cancel = clock.schedule(delayMs, resolve);
  });
  return unlessAborted(passed, signal).finally(cancel);
}

/** The promise's result, or the signal's reason if it is aborted first. The promise itself continues. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    const stop = (): void => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
    else {
      // Many checks may share a signal of the host, and Node warns of a leak from the eleventh listener on.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', abort);
    }
    // A signal that still has a listener may never be freed.
    promise.then(stop, stop);
    promise.then(resolve, reject);
  });
}

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
    // Every number of the call may listen to it.
    setMaxListeners(0, this.#controller.signal);
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
