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
    signal.addEventListener('abort', abort, { once: true });
    promise.then(
      (value) => {
        signal.removeEventListener('abort', abort);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', abort);
        reject(error);
      },
    );
  });
}
