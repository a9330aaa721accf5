import type { Clock } from '../ports/clock.js';

/** The event that ended a wait. */
type WaitEnd = 'woken' | 'timed_out' | 'aborted';

interface WaitOptions {
  /** The wait ends after this many milliseconds of the clock. Default: no timeout. */
  readonly timeout?: { readonly clock: Clock; readonly ms: number };
  /** Its abort ends the wait. */
  readonly signal?: AbortSignal;
}

/** A wait that has begun. It leaves neither a timer nor a listener behind once it has ended. */
export interface Wait {
  /** Resolves to the first event that ends the wait. */
  readonly ended: Promise<WaitEnd>;
  /** Ends the wait. Has no effect once the wait has ended. */
  wake(): void;
}

/** Starts a wait. It ends when `wake` is called, the timeout has passed or the signal is aborted, whichever comes first. */
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
