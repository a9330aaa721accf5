import type { Clock } from '../ports/clock.js';

/** The event that ended a wait. */
type WaitEnd = 'woken' | 'timed_out' | 'aborted';

interface WaitOptions {
  /** The wait ends after `ms` of this clock. Default: never by itself. */
  readonly timeout?: { readonly clock: Clock; readonly ms: number };
  /** Its abort ends the wait. */
  readonly signal?: AbortSignal;
}

/** A wait that has begun. It leaves neither a timer nor a listener behind once it has ended. */
export interface Wait {
  /** Resolves to the first event that ends the wait. */
  readonly ended: Promise<WaitEnd>;
  /** Ends the wait. Does nothing if it has ended. */
  wake(): void;
}

/** Begins to wait until someone wakes the wait, its time is out, or the signal is aborted. */
export function beginWait({ signal, timeout }: WaitOptions): Wait {
  let end = (_end: WaitEnd): void => undefined;
  const ended = new Promise<WaitEnd>((resolve) => {
    const onAbort = (): void => end('aborted');
    const cancel = timeout?.clock.schedule(timeout.ms, () => end('timed_out'));
    end = (by) => {
      cancel?.();
      signal?.removeEventListener('abort', onAbort);
      resolve(by);
    };
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
  return { ended, wake: () => end('woken') };
}
