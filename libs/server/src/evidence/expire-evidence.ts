import { type Clock, type ObservationStore, systemClock } from '@dialproof/core';

const DAY_MS = 86_400_000;

/** The number that is removed at once: a running server has its turn in between. */
const AT_ONCE = 10_000;

/** Removes observations older than this many days, and resolves to their number. */
export async function expireEvidence(
  observations: Pick<ObservationStore, 'expire'>,
  days: number,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<number> {
  const before = clock.now() - days * DAY_MS;
  let removed = 0;
  for (;;) {
    const count = await observations.expire({ before, limit: AT_ONCE });
    removed += count;
    if (count < AT_ONCE) return removed;
  }
}
