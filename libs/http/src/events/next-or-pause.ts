/**
 * Makes a function that waits for what `next` comes to; it gives `pause` when that is nothing within `pauseMs`, or `left` as soon as the
 * signal is aborted, and may then be asked again. No timer is left, and nothing on `next`, where each race with it would leave its own.
 */
export function nextOrPause<Result>(
  next: Promise<Result>,
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
          clearTimeout(timer);
          signal.removeEventListener('abort', leave);
          resolve(how);
        };
        const leave = (): void => settle('left');
        const timer = setTimeout(() => settle('pause'), pauseMs);
        signal.addEventListener('abort', leave);
        wake = () => settle();
      });
      if (instead !== undefined) return instead;
    }
    return next;
  };
}
