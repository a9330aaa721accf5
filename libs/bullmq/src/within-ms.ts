import type { Clock } from '@dialproof/core';

/** Resolves to whether `done` has resolved within `ms` milliseconds. Rejects with the error of `done` if it rejects in that time. */
export async function isWithinMs(
  done: Promise<unknown>,
  ms: number,
  clock: Pick<Clock, 'schedule'>,
): Promise<boolean> {
  let cancel = () => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.schedule(ms, () => resolve(false));
  });
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    cancel();
  }
}
