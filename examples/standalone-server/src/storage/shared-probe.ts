import { type Clock, systemClock } from '@dialproof/core';

/** Who asks whether a server is ready does not wait longer. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Makes one probe of all those that are asked for at once: it writes to the disk, and anybody may ask for it. Rejects with what the probe
 * rejects with, and where it takes longer than two seconds, of which the next ones hear the same until it has ended.
 */
export function sharedProbe(probe: () => Promise<void>, clock: Clock = systemClock): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return async () => {
    underWay ??= probe().finally(() => {
      underWay = undefined;
    });
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      cancel = clock.schedule(ANSWER_WITHIN_MS, () =>
        reject(new Error('the store takes too long to answer')),
      );
    });
    try {
      await Promise.race([underWay, late]);
    } finally {
      cancel();
    }
  };
}
