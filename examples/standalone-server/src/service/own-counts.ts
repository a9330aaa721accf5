import { type CounterFactory, memoryCounter, type RateCount } from '@dialproof/http';
import type { Log } from '../log/logging.js';

const WARN_EVERY_MS = 60_000;

/** Counts in this process where the counts of all processes are unknown: then a caller may ask each process as often as a policy allows. */
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
        // A count beyond the policy is no Error.
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
