import { createHash } from 'node:crypto';
import { assertOptionNames, type Clock, systemClock } from '@dialproof/core';
import { sql } from '../../query.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { withTimeout } from '../postgres-session.js';

/** Requests of several keys, with a count for each. */
interface AddedRequests {
  readonly policy: string;
  readonly windowMs: number;
  readonly keys: readonly string[];
  readonly added: readonly number[];
}

/** The count of a key, and the time left in its window. */
interface CountRow {
  readonly key: string;
  readonly count: number;
  readonly left_ms: number;
}

/** The same time throughout a statement. */
const PRESENT = sql`floor(extract(epoch from statement_timestamp()) * 1000)::bigint`;

const NEW_END = sql<{ windowMs: number }>`${PRESENT} + ${'windowMs'}::bigint`;

const countQueries = {
  /** Adds counts in the order of the keys, in which all processes lock them. A window that has ended begins anew. */
  add: sql<AddedRequests, CountRow>`
    insert into rate_counts (policy, key, count, ends_at)
    select ${'policy'}::text, asked.key, asked.added, ${NEW_END}
    from unnest(${'keys'}::text[], ${'added'}::bigint[]) as asked(key, added) order by asked.key
    on conflict (policy, key) do update set
      count = case when rate_counts.ends_at > ${PRESENT} then rate_counts.count + excluded.count else excluded.count end,
      ends_at = case when rate_counts.ends_at > ${PRESENT} then rate_counts.ends_at else ${NEW_END} end
    returning key, count, greatest(1, ends_at - ${PRESENT}) as left_ms`,
  count: sql<{ policy: string; key: string }, Omit<CountRow, 'key'>>`
    select count, ends_at - ${PRESENT} as left_ms from rate_counts
    where policy = ${'policy'} and key = ${'key'} and ends_at > ${PRESENT}`,
  /** Removes ended windows. It skips rows that others have locked. */
  removeEnded: sql`
    delete from rate_counts where (policy, key) in (
      select policy, key from rate_counts where ends_at <= ${PRESENT} for update skip locked)`,
};

export interface PostgresRateCountersOptions {
  /** The database of the task store, made by `openPostgresDatabase`. */
  readonly database: PostgresDatabase;
  /** The clock for its time limit and for sweeps. Default: the machine's own. Windows use the server's clock. */
  readonly clock?: Clock;
}

/** The most requests of a key in a number of seconds, as in a policy of the HTTP contract's `rates`. */
export interface CountedPolicy {
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/** The count of a key, and the time left in its window. */
interface RateCount {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

interface Waiter {
  resolve(count: RateCount): void;
  reject(reason: unknown): void;
}

/** A request waits this long for its count. Then it passes uncounted. */
const ANSWER_MS = 250;
/** Longer keys are counted by their hash: an index takes keys of 2,700 bytes at most. */
const LONGEST_KEY = 255;
/** A text of PostgreSQL cannot hold NUL, nor half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** How often a process removes windows that have ended. */
const SWEEP_MS = 60_000;

/**
 * Counts requests in PostgreSQL, for all processes: `counter` of the HTTP contract's `rates`. Windows begin with the first request of a
 * key, by the server's clock. One statement runs at a time and counts all requests that arrived during the last one. While the server
 * is away, counts are unknown: requests pass, and the contract's `onError` gets the failure.
 */
export class PostgresRateCounters {
  readonly #database: PostgresDatabase;
  readonly #clock: Clock;
  #sweptAt: number;

  constructor(options: PostgresRateCountersOptions) {
    assertOptionNames('PostgresRateCounters', options, { clock: true, database: true });
    const { clock = systemClock, database } = options;
    this.#database = database;
    this.#clock = clock;
    this.#sweptAt = clock.elapsed();
  }

  /** Makes the counter of one policy. It is bound, so that it can be passed as a function. */
  readonly counter = (policy: CountedPolicy) => {
    const waiting = new Map<string, Set<Waiter>>();
    let isAsking = false;
    const askAll = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      while (waiting.size > 0) {
        const asked = new Map([...waiting].map(([key, waiters]) => [key, [...waiters]]));
        waiting.clear();
        await this.#countAll(policy, asked);
      }
      isAsking = false;
    };
    return {
      consume: async (key: string): Promise<RateCount> => {
        const stored = storedKey(key);
        const waiters = waiting.get(stored) ?? new Set();
        let giveUp = () => {};
        const counted = new Promise<RateCount>((resolve, reject) => {
          const waiter = { resolve, reject };
          waiting.set(stored, waiters.add(waiter));
          giveUp = () => {
            waiters.delete(waiter);
            if (waiters.size === 0 && waiting.get(stored) === waiters) waiting.delete(stored);
          };
        });
        void askAll();
        const count = await this.#answered(counted).catch((error: unknown) => {
          // The request passes, so no later statement may count it.
          giveUp();
          throw error;
        });
        if (count.consumedPoints > policy.requests) throw count;
        return count;
      },
      get: async (key: string): Promise<RateCount | null> => {
        const values = { policy: policy.name, key: storedKey(key) };
        const row = await this.#answered(this.#database.read.first(countQueries.count, values));
        return row === undefined ? null : { consumedPoints: row.count, msBeforeNext: row.left_ms };
      },
    };
  };

  /** Resolves or rejects each waiting request, and never rejects itself. */
  async #countAll(
    { name, seconds }: CountedPolicy,
    asked: ReadonlyMap<string, readonly Waiter[]>,
  ): Promise<void> {
    const values = {
      policy: name,
      windowMs: seconds * 1_000,
      keys: [...asked.keys()],
      added: [...asked.values()].map((waiters) => waiters.length),
    };
    try {
      for (const row of await this.#database.read.rows(countQueries.add, values)) {
        const waiters = asked.get(row.key) ?? [];
        const before = row.count - waiters.length;
        for (const [index, { resolve }] of waiters.entries()) {
          resolve({ consumedPoints: before + index + 1, msBeforeNext: row.left_ms });
        }
      }
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error);
    }
    this.#sweep();
  }

  /** After a failure, the next sweep removes the rows. */
  #sweep(): void {
    const now = this.#clock.elapsed();
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    this.#database.read.rows(countQueries.removeEnded, {}).catch(() => {});
  }

  #answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return withTimeout(answer, ANSWER_MS, this.#clock);
  }
}

function storedKey(key: string): string {
  if (key.length <= LONGEST_KEY && !UNSTORABLE.test(key)) return key;
  // UTF-16, in which halves of surrogate pairs differ.
  return `sha256 ${createHash('sha256').update(key, 'utf16le').digest('hex')}`;
}
