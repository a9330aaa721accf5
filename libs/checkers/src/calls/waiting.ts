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

/** The promise's result, or the signal's reason if it is aborted first. The promise itself goes on. */
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

/** What is called when a signal is aborted. A listener of the signal's own for each check would cost more than most wrappers do. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Keeps one listener for all who will wait on the signal, one after the other as well, for as long as it lives. For a signal of an
 * `AbortController` of one's own: Node keeps some others alive while somebody listens to them.
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
  // It may be one that Node keeps alive as long as somebody listens to it.
  callbacksOf.delete(signal);
  signal.removeEventListener('abort', callAll);
}

function callAll(this: AbortSignal): void {
  const callbacks = callbacksOf.get(this);
  callbacksOf.delete(this);
  for (const callback of callbacks ?? []) callback();
}
