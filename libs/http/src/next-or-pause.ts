/**
 * What `next` comes to; or `pause` when it has come to nothing within `pauseMs`, or `left` as soon as the signal is aborted. Nothing is
 * waited for any more then, and no timer is left.
 */
export async function nextOrPause<Result>(
  next: Promise<Result>,
  pauseMs: number,
  signal: AbortSignal,
): Promise<Result | 'pause' | 'left'> {
  let settle = (_instead: 'pause' | 'left'): void => {};
  const instead = new Promise<'pause' | 'left'>((resolve) => {
    settle = resolve;
  });
  const leave = (): void => settle('left');
  const timer = setTimeout(() => settle('pause'), pauseMs);
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([next, instead]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
