import { type CounterFactory, memoryCounter, type RateCount } from '@dialproof/http';
import type { Log } from '../log/logging.js';

const WARN_EVERY_MS = 60_000;

/** Counts in this process while the shared counts are unknown: then a caller may use the policy's requests at each process. */
export function orInMemory(shared: CounterFactory, log: Pick<Log, 'warn'>): CounterFactory {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (error: Error): void => {
    // One request after another fails then.
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn(
      { error },
      'requests are counted by this process alone: the counts of all processes are unknown',
    );
  };
  return (policy) => {
    const [counter, own] = [shared(policy), memoryCounter(policy)];
    const unlessUnknown = async <Count extends RateCount | null>(
      counted: Promise<Count>,
      countOwn: () => Promise<Count>,
    ): Promise<Count> => {
      try {
        return await counted;
      } catch (rejected) {
        // A count beyond the policy is not an Error.
        if (!(rejected instanceof Error)) throw rejected;
        warn(rejected);
        return countOwn();
      }
    };
    return {
      consume: (key) => unlessUnknown(counter.consume(key), () => own.consume(key)),
      get: (key) => unlessUnknown(counter.get(key), () => own.get(key)),
    };
  };
}
