import { setMaxListeners } from 'node:events';
import type { Clock } from '@dialproof/core';

/** Resolves after that time or with `earlier`, or rejects with the signal's reason as soon as it is aborted. */
export function wait(
  clock: Clock,
  delayMs: number,
  signal: AbortSignal,
  earlier?: Promise<void>,
): Promise<void> {
  let cancel = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    cancel = clock.schedule(delayMs, resolve);
  });
  const ended = earlier === undefined ? passed : Promise.race([passed, earlier]);
  return unlessAborted(ended, signal).finally(cancel);
}

/** The promise's result, or the signal's reason if it is aborted first. The promise itself continues. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else listen(signal, abort);
    promise.then(
      (value) => {
        stopListening(signal, abort);
        resolve(value);
      },
      (error: unknown) => {
        stopListening(signal, abort);
        reject(error);
      },
    );
  });
}

/** The callbacks for an aborted signal. A separate listener for each check would cost more than most wrappers. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Keeps one listener on the signal for its whole life, shared by all waits. Only for signals of one's own `AbortController`: Node keeps
 * some other signals alive while they have listeners.
 */
export function keepListening(signal: AbortSignal): void {
  listen(signal, doNothing);
}

function doNothing(): void {}

function listen(signal: AbortSignal, callback: () => void): void {
  const callbacks = callbacksOf.get(signal);
  if (callbacks !== undefined) {
    callbacks.add(callback);
    return;
  }
  callbacksOf.set(signal, new Set([callback]));
  signal.addEventListener('abort', callAll);
}

function stopListening(signal: AbortSignal, callback: () => void): void {
  const callbacks = callbacksOf.get(signal);
  if (callbacks === undefined) return;
  callbacks.delete(callback);
  if (callbacks.size > 0) return;
  // It may be a signal that Node keeps alive as long as it has a listener.
  callbacksOf.delete(signal);
  signal.removeEventListener('abort', callAll);
}

function callAll(this: AbortSignal): void {
  const callbacks = callbacksOf.get(this);
  callbacksOf.delete(this);
  for (const callback of callbacks ?? []) callback();
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
