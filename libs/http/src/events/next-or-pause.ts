import type { Clock } from '@dialproof/core';

/**
 * Returns a function that waits for `next`. It resolves to the result, to `pause` if there is none within `pauseMs`, or to `left` as soon
 * as the signal is aborted, and may be called again. It leaves no timer behind and adds only one listener to `next`, while each
 * `Promise.race` would add another.
 */
export function nextOrPause<Result>(
  next: Promise<Result>,
  clock: Clock,
): (pauseMs: number, signal: AbortSignal) => Promise<Result | 'pause' | 'left'> {
  let hasSettled = false;
  let wake = (): void => {};
  const markSettled = (): void => {
    hasSettled = true;
    wake();
  };
  next.then(markSettled, markSettled);
  return async (pauseMs, signal) => {
    if (signal.aborted) return 'left';
    if (!hasSettled) {
      const instead = await new Promise<'pause' | 'left' | undefined>((resolve) => {
        const settle = (how?: 'pause' | 'left'): void => {
          cancelPause();
          signal.removeEventListener('abort', leave);
          resolve(how);
        };
        const leave = (): void => settle('left');
        const cancelPause = clock.schedule(pauseMs, () => settle('pause'));
        signal.addEventListener('abort', leave);
        wake = () => settle();
      });
      if (instead !== undefined) return instead;
    }
    return next;
  };
}
