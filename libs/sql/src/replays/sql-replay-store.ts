import { randomUUID } from 'node:crypto';
import {
  type Clock,
  type ReplayBegin,
  type ReplayBegun,
  type ReplayCompletion,
  type ReplayLease,
  type ReplayStore,
  UNANSWERED_KEEP_MS,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import type { DatabaseTime } from '../time/database-time.js';
import { timeOf } from '../time/time-of.js';
import { compileReplayQueries, type ReplayQueries } from './replay-queries.js';

/** The most expired requests of an account that a new one removes when there is no room. */
const MAKE_ROOM_STEP = 500;

export interface SqlReplayStoreOptions {
  readonly database: SqlDatabase;
  /** The store's clock. Default: the database server's clock; for a file, the machine's own. */
  readonly clock?: Clock;
}

/** Remembers the replies to requests in a database, one row for each key of an account. */
export class SqlReplayStore implements ReplayStore {
  readonly #database: SqlDatabase;
  readonly #queries: ReplayQueries;
  readonly #time: DatabaseTime;

  constructor({ database, clock }: SqlReplayStoreOptions) {
    this.#database = database;
    this.#queries = compileReplayQueries(database.builder);
    this.#time = timeOf(database, clock);
  }

  begin({ accountId, key, leaseMs, maxPerAccount }: ReplayBegin): Promise<ReplayBegun> {
    return this.#write(async (session, now) => {
      const row = await session.first(this.#queries.find, { accountId, key });
      if (row === undefined) {
        const retryAfterMs = await this.#takePlace(session, { accountId, maxPerAccount, now });
        if (retryAfterMs > 0) return { outcome: 'full', retryAfterMs };
      }
      if (row === undefined || row.until <= now) {
        const token = randomUUID();
        const wasBegun = row !== undefined && row.reply === null && now < row.forget_at;
        const requestId = wasBegun ? row.request_id : randomUUID();
        const until = Math.ceil(now + leaseMs);
        const forgetAt = until + UNANSWERED_KEEP_MS;
        await session.change(this.#queries.begin, { accountId, key, token, requestId, until, forgetAt });
        return { outcome: 'new', token, wasBegun, requestId };
      }
      const { fingerprint, reply, until } = row;
      if (fingerprint === null || reply === null)
        return { outcome: 'in_progress', retryAfterMs: until - now };
      return { outcome: 'done', fingerprint, reply };
    });
  }

  extend({ accountId, key, token }: ReplayLease, leaseMs: number): Promise<boolean> {
    return this.#write(async (session, now) => {
      const until = Math.ceil(now + leaseMs);
      const forgetAt = until + UNANSWERED_KEEP_MS;
      return (await session.change(this.#queries.extend, { accountId, key, token, until, forgetAt })) > 0;
    });
  }

  async complete(lease: ReplayLease, { fingerprint, reply, keepMs }: ReplayCompletion): Promise<void> {
    const { accountId, key, token } = lease;
    await this.#write((session, now) => {
      const until = Math.ceil(now + keepMs);
      return session.change(this.#queries.complete, { accountId, key, token, fingerprint, reply, until });
    });
  }

  async abandon({ accountId, key, token }: ReplayLease): Promise<void> {
    await this.#write(async (session) => {
      const count = await session.change(this.#queries.abandon, { accountId, key, token });
      if (count > 0) await session.change(this.#queries.givePlaces, { accountId, count });
    });
  }

  expire({ limit }: { readonly limit: number }): Promise<number> {
    return this.#write(async (session, now) => {
      const removed = await session.rows(this.#queries.expire, { now, limit });
      const counts = new Map<string, number>();
      for (const { account_id } of removed) counts.set(account_id, (counts.get(account_id) ?? 0) + 1);
      for (const [accountId, count] of counts) {
        await session.change(this.#queries.givePlaces, { accountId, count });
        await session.change(this.#queries.forgetAccount, { accountId });
      }
      return removed.length;
    });
  }

  /** Counts one more request of the account and resolves to 0. Without a place, it resolves to the milliseconds until there is one. */
  async #takePlace(
    session: SqlSession,
    { accountId, maxPerAccount, now }: Pick<ReplayBegin, 'accountId' | 'maxPerAccount'> & { now: number },
  ): Promise<number> {
    const place = { accountId, maxPerAccount };
    if ((await session.change(this.#queries.takePlace, place)) > 0) return 0;
    const old = { accountId, now, limit: MAKE_ROOM_STEP };
    const count = await session.change(this.#queries.expireOfAccount, old);
    await session.change(this.#queries.givePlaces, { accountId, count });
    if ((await session.change(this.#queries.takePlace, place)) > 0) return 0;
    const next = await session.first(this.#queries.nextForgotten, { accountId });
    return Math.max(1, (next?.forget_at ?? now) - now);
  }

  #write<Result>(change: (session: SqlSession, now: number) => Promise<Result>): Promise<Result> {
    return this.#database.write(async (session) => await change(session, await this.#time.follow(session)));
  }
}
