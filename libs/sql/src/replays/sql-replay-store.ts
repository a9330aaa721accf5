import {
  type AccountId,
  assertOptionNames,
  type Clock,
  type ReplayBegin,
  type ReplayBegun,
  type ReplayCompletion,
  type ReplayLease,
  type ReplayStore,
  UNANSWERED_KEEP_MS,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWriteSession } from '../database.js';
import type { RowOf } from '../query.js';
import type { DatabaseTime } from '../time/database-time.js';
import { timeOf } from '../time/database-time.js';
import { replayQueries } from './replay-queries.js';

/** The most expired requests of an account that a new one removes when there is no room. */
const MAKE_ROOM_STEP = 500;

/** The answers that are read at once to find those that are forgotten. */
const FORGET_STEP = 100;

export interface SqlReplayStoreOptions {
  readonly database: SqlDatabase;
  /** The store's clock. Default: the database server's clock; for a file, the machine's own. */
  readonly clock?: Clock;
}

/** Remembers the replies to requests in a database, one row for each key of an account. */
export class SqlReplayStore implements ReplayStore {
  readonly #database: SqlDatabase;
  readonly #time: DatabaseTime;

  constructor(options: SqlReplayStoreOptions) {
    assertOptionNames('SqlReplayStore', options, { clock: true, database: true });
    const { database, clock } = options;
    this.#database = database;
    this.#time = timeOf(database, clock);
  }

  async begin(request: ReplayBegin): Promise<ReplayBegun> {
    for (;;) {
      // A repeat changes nothing, so it takes no lock.
      const known = await this.#database.read.first(replayQueries.find, request);
      const state = known && stateOf(known, await this.#time.present(this.#database.read));
      const begun = state ?? (await this.#beginNew(request));
      if (begun !== undefined) return begun;
    }
  }

  extend({ accountId, key, token }: ReplayLease, leaseMs: number): Promise<boolean> {
    return this.#write(async (session, now) => {
      const until = Math.ceil(now + leaseMs);
      const forgetAt = until + UNANSWERED_KEEP_MS;
      return (await session.change(replayQueries.extend, { accountId, key, token, until, forgetAt })) > 0;
    });
  }

  async complete(lease: ReplayLease, { fingerprint, reply, keepMs }: ReplayCompletion): Promise<void> {
    const { accountId, key, token } = lease;
    await this.#write((session, now) => {
      const until = Math.ceil(now + keepMs);
      return session.change(replayQueries.complete, {
        accountId,
        key,
        token,
        fingerprint,
        reply,
        until,
      });
    });
  }

  async abandon({ accountId, key, token }: ReplayLease): Promise<void> {
    await this.#database.write(async (session) => {
      await session.change(replayQueries.lockPlaces, { accountId });
      const count = await session.change(replayQueries.abandon, { accountId, key, token });
      if (count > 0) await session.change(replayQueries.givePlaces, { accountId, count });
    });
  }

  async forget(accountId: AccountId, isGone: (reply: Uint8Array) => boolean): Promise<number> {
    let forgotten = 0;
    for (let key = ''; ; ) {
      const page = await this.#database.read.rows(replayQueries.answersOf, {
        accountId,
        key,
        limit: FORGET_STEP,
      });
      const gone = page.filter(({ reply }) => reply !== null && isGone(reply)).map((answer) => answer.key);
      if (gone.length > 0) forgotten += await this.#forgetAnswers(accountId, gone);
      const last = page.at(-1);
      if (last === undefined || page.length < FORGET_STEP) return forgotten;
      key = last.key;
    }
  }

  #forgetAnswers(accountId: AccountId, keys: readonly string[]): Promise<number> {
    return this.#database.write(async (session) => {
      await session.change(replayQueries.lockPlaces, { accountId });
      let count = 0;
      for (const key of keys) count += await session.change(replayQueries.removeAnswer, { accountId, key });
      await session.change(replayQueries.givePlaces, { accountId, count });
      return count;
    });
  }

  async expire({ limit }: { readonly limit: number }): Promise<number> {
    const { read } = this.#database;
    const now = await this.#time.present(read);
    const expired = await read.rows(replayQueries.expired, { now, limit });
    let removed = 0;
    for (const accountId of new Set(expired.map(({ account_id }) => account_id))) {
      if (removed >= limit) break;
      removed += await this.#remove(accountId, limit - removed);
    }
    return removed;
  }

  /** Begins a request that is not known or may begin again. Undefined if its state has changed meanwhile. */
  #beginNew({ accountId, key, leaseMs, maxPerAccount }: ReplayBegin): Promise<ReplayBegun | undefined> {
    const place = { accountId, maxPerAccount };
    return this.#database.write(async (session) => {
      const now = await this.#time.follow(session);
      // The place is taken first, since its row locks the requests of the account. A known request already has a place, and gives this one
      // back.
      const taken = await session.change(replayQueries.takePlace, place);
      const known = await session.first(replayQueries.find, { accountId, key });
      if (known === undefined && taken === 0) {
        const retryAfterMs = await this.#makeRoom(session, { ...place, now });
        if (retryAfterMs > 0) return { outcome: 'full', retryAfterMs };
      }
      const { entropy } = this.#database;
      const [token, requestId] = [entropy.uuid(), entropy.uuid()];
      const until = Math.ceil(now + leaseMs);
      const forgetAt = until + UNANSWERED_KEEP_MS;
      const beginning = { accountId, key, token, requestId, until, forgetAt, now };
      const begun = await session.first(replayQueries.begin, beginning);
      if (known !== undefined) await session.change(replayQueries.givePlaces, { accountId, count: taken });
      if (begun === undefined) return undefined;
      const wasBegun = begun.request_id !== requestId;
      return { outcome: 'new', token, wasBegun, requestId: begun.request_id };
    });
  }

  /** Takes a place of requests that are forgotten, and resolves to 0. Without one, it resolves to the milliseconds until there is one. */
  async #makeRoom(
    session: SqlSession,
    { accountId, maxPerAccount, now }: Pick<ReplayBegin, 'accountId' | 'maxPerAccount'> & { now: number },
  ): Promise<number> {
    const old = { accountId, now, limit: MAKE_ROOM_STEP };
    const count = await session.change(replayQueries.expireOfAccount, old);
    await session.change(replayQueries.givePlaces, { accountId, count });
    if ((await session.change(replayQueries.takePlace, { accountId, maxPerAccount })) > 0) return 0;
    const next = await session.first(replayQueries.nextForgotten, { accountId });
    return Math.max(1, (next?.forget_at ?? now) - now);
  }

  /** Removes expired requests of an account with their places, and resolves to their number. */
  #remove(accountId: string, limit: number): Promise<number> {
    const remove = async (session: SqlWriteSession) => {
      const now = await this.#time.follow(session);
      await session.change(replayQueries.lockPlaces, { accountId });
      const count = await session.change(replayQueries.expireOfAccount, { accountId, now, limit });
      await session.change(replayQueries.givePlaces, { accountId, count });
      await session.change(replayQueries.forgetAccount, { accountId });
      return count;
    };
    // Without waiting for the disk: rows that a power cut brings back are removed again.
    return this.#database.write(remove, { durable: false });
  }

  #write<Result>(change: (session: SqlWriteSession, now: number) => Promise<Result>): Promise<Result> {
    return this.#database.write(async (session) => await change(session, await this.#time.follow(session)));
  }
}

/** The state of a known request. Undefined if it may begin anew. */
function stateOf(
  { fingerprint, reply, until }: RowOf<typeof replayQueries.find>,
  now: number,
): ReplayBegun | undefined {
  if (until <= now) return undefined;
  if (fingerprint === null || reply === null) return { outcome: 'in_progress', retryAfterMs: until - now };
  return { outcome: 'done', fingerprint, reply };
}
