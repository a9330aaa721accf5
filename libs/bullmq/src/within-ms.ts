import type { Clock } from '@dialproof/core';

/** Resolves to whether `done` has resolved within so many milliseconds. It rejects with what `done` rejects with in that time. */
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
