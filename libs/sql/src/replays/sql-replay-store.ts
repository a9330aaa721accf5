import { randomUUID } from 'node:crypto';
import {
  type Clock,
  type ReplayBegin,
  type ReplayBegun,
  type ReplayCompletion,
  type ReplayLease,
  type ReplayStore,
  systemClock,
  UNANSWERED_KEEP_MS,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { SharedTime } from '../shared-time.js';
import { compileReplayQueries, type ReplayQueries } from './replay-queries.js';

export interface SqlReplayStoreOptions {
  readonly database: SqlDatabase;
  /** Where its time comes from. Default the machine's own clock. */
  readonly clock?: Clock;
}

/** Remembers in a database what requests were answered with, one row for each key of an account. */
export class SqlReplayStore implements ReplayStore {
  readonly #database: SqlDatabase;
  readonly #queries: ReplayQueries;
  readonly #time: SharedTime;

  constructor({ database, clock = systemClock }: SqlReplayStoreOptions) {
    this.#database = database;
    this.#queries = compileReplayQueries(database.builder);
    this.#time = new SharedTime(database.builder, clock);
  }

  begin({ accountId, key, leaseMs }: ReplayBegin): Promise<ReplayBegun> {
    return this.#write(async (session, now) => {
      const row = await session.first(this.#queries.find, { accountId, key });
      if (row === undefined || row.until <= now) {
        const token = randomUUID();
        const wasBegun = row !== undefined && row.reply === null && now < row.until + UNANSWERED_KEEP_MS;
        const requestId = wasBegun ? row.request_id : randomUUID();
        const until = Math.ceil(now + leaseMs);
        await session.change(this.#queries.begin, { accountId, key, token, requestId, until });
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
      return (await session.change(this.#queries.extend, { accountId, key, token, until })) > 0;
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
    await this.#write((session) => session.change(this.#queries.abandon, { accountId, key, token }));
  }

  expire({ limit }: { readonly limit: number }): Promise<number> {
    return this.#write((session, now) =>
      session.change(this.#queries.expire, { now, unansweredUntil: now - UNANSWERED_KEEP_MS, limit }),
    );
  }

  #write<Result>(change: (session: SqlSession, now: number) => Promise<Result>): Promise<Result> {
    return this.#database.write(async (session) => await change(session, await this.#time.follow(session)));
  }
}
