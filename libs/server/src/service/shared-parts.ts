import { InProcessTaskQueue, type RateStore, type ReportedFailure, type TaskQueue } from '@dialproof/core';
import { type CounterFactory, memoryCounter, type RateCount } from '@dialproof/http';
import { PostgresRateCounters, PostgresRateStore } from '@dialproof/sql/postgres';
import type { Log } from '../log.js';
import type { Settings } from '../settings/settings.js';
import type { OpenDatabase } from '../storage/storage.js';

/** The parts that the processes of an installation share beside the database. */
export interface SharedParts {
  /** A queue that finds the work in the database. With `workers` 0 it only wakes other processes; null if nothing has to wake them. */
  createQueue(workers: number, onError: (failure: ReportedFailure) => void): TaskQueue | null;
  /** Counts the requests of accounts and addresses. */
  readonly counter: CounterFactory;
  /** Keeps the rate of an upstream; undefined if this process is the only one. */
  readonly rateStore: ((upstream: string) => RateStore) | undefined;
  /** Closes its connections. Safe twice. */
  close(): void;
}

type SharedSettings = Pick<Settings, 'redisPrefix' | 'redisUrl'>;

/** The longest time until a process finds the work of other processes in PostgreSQL. Each poll is one claim. */
const MAX_IDLE_MS = 500;

/** Opens the shared parts in Redis if the settings name it, else in PostgreSQL, else in this process. Nothing has to be reachable yet. */
export async function openSharedParts(
  settings: SharedSettings,
  { postgres }: Pick<OpenDatabase, 'postgres'>,
  log: Log,
): Promise<SharedParts> {
  const { redisPrefix, redisUrl } = settings;
  if (redisUrl !== null) return partsInRedis(redisUrl, redisPrefix, log);
  if (postgres === null) {
    return {
      createQueue: (workers) => new InProcessTaskQueue({ concurrency: workers }),
      counter: memoryCounter,
      rateStore: undefined,
      close: () => {},
    };
  }
  return {
    createQueue: (concurrency) =>
      concurrency === 0 ? null : new InProcessTaskQueue({ concurrency, maxIdleMs: MAX_IDLE_MS }),
    counter: orInMemory(new PostgresRateCounters({ database: postgres }).counter, log),
    rateStore: (name) => new PostgresRateStore({ database: postgres, name }),
    close: () => {},
  };
}

async function partsInRedis(connection: string, prefix: string, log: Log): Promise<SharedParts> {
  // Loaded only here, since loading takes longer than the rest of a start.
  const [{ BullMqTaskQueue }, { RedisRateCounters, RedisRateStore }] = await Promise.all([
    import('@dialproof/bullmq'),
    import('@dialproof/bullmq/rates'),
  ]);
  const counters = new RedisRateCounters({ connection, prefix });
  const stores: InstanceType<typeof RedisRateStore>[] = [];
  return {
    createQueue: (concurrency, onError) => new BullMqTaskQueue({ connection, prefix, concurrency, onError }),
    counter: orInMemory(counters.counter, log),
    rateStore: (name) => {
      const store = new RedisRateStore({ connection, prefix, name });
      stores.push(store);
      return store;
    },
    close() {
      counters.close();
      for (const store of stores) store.close();
    },
  };
}

const WARN_EVERY_MS = 60_000;

/** Counts in this process while the shared counts are unknown: then a caller may use the policy's requests at each process. */
function orInMemory(shared: CounterFactory, log: Pick<Log, 'warn'>): CounterFactory {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (error: Error): void => {
    // Requests fail one after another, so the warning is repeated rarely.
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
