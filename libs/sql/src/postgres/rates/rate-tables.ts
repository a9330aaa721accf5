import { LEASE_FUNCTION } from './lease-function.js';

/** The tables of shared rates, in PostgreSQL only. Times are milliseconds since 1970 by the server's clock, some with a fraction. */
export type RateTables = {
  rate_leases: RateLeasesTable;
  rate_counts: RateCountsTable;
};

/** The names of these tables. A file has none of them, so they are not moved. */
export const RATE_TABLES: ReadonlySet<string> = new Set<keyof RateTables>(['rate_leases', 'rate_counts']);

/** The limits of an upstream, and the reservations. Only `lease_rate` writes it. */
export type RateLeasesTable = {
  upstream: string;
  /** The time of the last request. It shows whether the clock was set back. */
  asked_at: number;
  /** The time at which the last reserved call begins. */
  last_at: number;
  /** The names of its limits; the next two columns are in their order. */
  limits: readonly string[];
  next_at: readonly number[];
  /** The log of reservations, in three columns: the index of the limit, the time and the amount. */
  log_limit: readonly number[];
  log_at: readonly number[];
  log_weight: readonly number[];
};

/** The count of a key's requests in its window. */
export type RateCountsTable = {
  policy: string;
  key: string;
  count: number;
  ends_at: number;
};

/**
 * The statements that make them. The table of counts is unlogged: a crash of the server loses them and lets a few more requests through,
 * but a commit need not wait for the disk. There is no index by the end of windows, since each count would change it.
 */
export const CREATE_RATE_TABLES: readonly string[] = [
  `create table rate_leases (
    upstream text primary key,
    asked_at double precision not null default 0,
    last_at double precision not null default 0,
    limits text[] not null default '{}',
    next_at double precision[] not null default '{}',
    log_limit integer[] not null default '{}',
    log_at double precision[] not null default '{}',
    log_weight double precision[] not null default '{}'
  )`,
  LEASE_FUNCTION,
  `create unlogged table rate_counts (
    policy text not null,
    key text not null,
    count bigint not null,
    ends_at bigint not null,
    primary key (policy, key)
  ) with (fillfactor = 50)`,
];
