import { type Clock, systemClock } from '@dialproof/core';

/** The longest wait of a request for readiness. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Merges concurrent probes into one, since a probe writes to the disk and anybody may request it. Rejects with the probe's error, and if it
 * takes longer than two seconds; further calls then reject likewise until it has ended.
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
