import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../schema.js';
import { LEASE_FUNCTION } from './lease-function.js';

/** The tables of migration 19, which PostgreSQL alone has. Times are milliseconds since 1970 by the server's clock, some with a fraction. */
export type RateTables = {
  rate_leases: RateLeasesTable;
  rate_counts: RateCountsTable;
};

/** Their names. A file has none of them, so they are not moved. */
export const RATE_TABLES: ReadonlySet<string> = new Set<keyof RateTables>(['rate_leases', 'rate_counts']);

/** The limits of an upstream, and what was reserved of them. `lease_rate` alone writes it. */
export type RateLeasesTable = {
  upstream: string;
  /** When it was asked last: a clock that was set back is known by it. */
  asked_at: number;
  /** When the last call that was reserved begins. */
  last_at: number;
  /** The names of its limits; the next two columns are in their order. */
  limits: readonly string[];
  next_at: readonly number[];
  /** The log of what was reserved, in three columns: the place of its limit, when, and how much. */
  log_limit: readonly number[];
  log_at: readonly number[];
  log_weight: readonly number[];
};

/** How many requests of a key were counted in its window. */
export type RateCountsTable = {
  policy: string;
  key: string;
  count: number;
  ends_at: number;
};

/**
 * The statements of migration 19. Counts are not logged: losing them in a crash of the server lets some requests more through, and a commit need
 * not wait for the disk. There is no index by their end, or each count would change it.
 */
export function createRateTables(builder: Kysely<Tables>): readonly Compilable[] {
  const statements: readonly RawBuilder<unknown>[] = [
    sql`
      create table rate_leases (
        upstream text primary key,
        asked_at double precision not null default 0,
        last_at double precision not null default 0,
        limits text[] not null default '{}',
        next_at double precision[] not null default '{}',
        log_limit integer[] not null default '{}',
        log_at double precision[] not null default '{}',
        log_weight double precision[] not null default '{}'
      )
    `,
    sql.raw(LEASE_FUNCTION),
    sql`
      create unlogged table rate_counts (
        policy text not null,
        key text not null,
        count bigint not null,
        ends_at bigint not null,
        primary key (policy, key)
      ) with (fillfactor = 50)
    `,
  ];
  return statements.map((statement) => ({ compile: () => statement.compile(builder) }));
}
