import { LEASE_FUNCTION } from './lease-function.js';

/**
 * The statements that make them. Times are milliseconds since 1970 by the server's clock, some with a fraction. Only `lease_rate` writes
 * `rate_leases`: the limits of an upstream, whose names are in the order of `next_at`, and the log of reservations in three columns. `asked_at` shows
 * whether the clock was set back. The table of counts is unlogged: a crash of the server loses them and lets a few more requests through,
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
