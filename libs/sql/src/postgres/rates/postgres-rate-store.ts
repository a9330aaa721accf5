import {
  assertOptionNames,
  type Clock,
  DialproofError,
  type RateLease,
  type RateLeaseRequest,
  type RateStore,
  systemClock,
} from '@dialproof/core';
import { type Query, sql, verbatim } from '../../query.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { withTimeout } from '../postgres-session.js';

export interface PostgresRateStoreOptions {
  /** The database of the task store, made by `openPostgresDatabase`. */
  readonly database: PostgresDatabase;
  /** The upstream of the limits, such as `twilio`, 1 to 100 characters. All processes that call it use the same name. */
  readonly name: string;
  /** The clock for its time limit. Default: the machine's own. Limits use the server's clock. */
  readonly clock?: Clock;
}

/** A later lease is useless: calls may begin a tenth of a second late, and a stalled server has a little time to recover. */
const ANSWER_MS = 500;

/**
 * Keeps the limits of one upstream in PostgreSQL, for all processes that call it. A lease is one durable statement. Times are the server's,
 * so the clocks of machines do not matter.
 */
export class PostgresRateStore implements RateStore {
  readonly #database: PostgresDatabase;
  readonly #upstream: string;
  readonly #query: Query<LeaseValues, { readonly answer: readonly number[] }>;
  readonly #clock: Clock;
  /** The number of leases that were given up before the server answered. */
  #unanswered = 0;

  /** Throws RangeError for a name outside of its limits. */
  constructor(options: PostgresRateStoreOptions) {
    assertOptionNames('PostgresRateStore', options, { clock: true, database: true, name: true });
    const { clock = systemClock, database, name } = options;
    if (typeof name !== 'string' || !/^[^\0]{1,100}$/.test(name))
      throw new RangeError(`name is ${JSON.stringify(name)}, expected 1 to 100 characters`);
    this.#database = database;
    this.#upstream = name;
    this.#query = leaseQuery(database);
    this.#clock = clock;
  }

  /** Rejects with `storage_unavailable` after half a second without an answer, and then at once until the server has answered. */
  async lease({ limits, ...request }: RateLeaseRequest): Promise<RateLease> {
    if (this.#unanswered > 0) {
      throw new DialproofError('storage_unavailable', {
        hint: 'the database has not answered an earlier lease',
      });
    }
    const values = { ...request, upstream: this.#upstream, limits: JSON.stringify(limits) };
    const answer = this.#database.read.first(this.#query, values);
    try {
      const row = await withTimeout(answer, ANSWER_MS, this.#clock);
      const [waitMs = 0, ...delaysMs] = row?.answer ?? [];
      return { waitMs, delaysMs };
    } catch (error) {
      this.#awaitAnswer(answer);
      throw error;
    }
  }

  /** Until the server has answered or refused, no further lease takes a connection. */
  #awaitAnswer(answer: Promise<unknown>): void {
    this.#unanswered += 1;
    const settled = (): void => {
      this.#unanswered -= 1;
    };
    answer.then(settled, settled);
  }
}

interface LeaseValues {
  readonly upstream: string;
  readonly limits: string;
  readonly weights: readonly number[];
  readonly maxWaitMs: number;
  readonly batchMs: number;
  readonly toleranceMs: number;
}

function leaseQuery({ schema }: PostgresDatabase) {
  return sql<LeaseValues, { readonly answer: readonly number[] }>`
    select ${verbatim(`"${schema}"`)}.lease_rate(${'upstream'}, ${'limits'}::jsonb, ${'weights'}::double precision[],
      ${'maxWaitMs'}, ${'batchMs'}, ${'toleranceMs'}) as answer`;
}
