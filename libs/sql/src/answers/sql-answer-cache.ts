import {
  type AnswerCache,
  assertOptionNames,
  type CacheEntry,
  type Clock,
  type E164,
  systemClock,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { isOneOf, jsonRows } from '../json-rows.js';
import { chosenOnce, SKIPPING_LOCKED, sql } from '../query.js';
import type { Columns } from '../schema.js';

type CachedAnswer = Columns<
  'cached_answers',
  'number' | 'status' | 'source' | 'reason' | 'checked_at' | 'expires_at'
>;

const ANSWERS = jsonRows('answers', {
  number: 'text',
  status: 'text',
  source: 'text',
  reason: 'text',
  checked_at: 'whole',
  expires_at: 'whole',
});

type Limited = { now: number; limit: number };

export const answerQueries = {
  /** Keeps answers about different numbers, in their order. Each replaces the earlier answer about its number. */
  keep: sql<{ cache: string; answers: string }>`
    insert into cached_answers (cache, number, status, source, reason, checked_at, expires_at)
    select ${'cache'}, number, status, source, reason, checked_at, expires_at from ${ANSWERS} where true
    on conflict (cache, number) do update set status = excluded.status, source = excluded.source, reason = excluded.reason,
      checked_at = excluded.checked_at, expires_at = excluded.expires_at`,
  find: sql<{ cache: string; numbers: string }, CachedAnswer>`
    select number, status, source, reason, checked_at, expires_at from cached_answers
    where cache = ${'cache'} and ${isOneOf('number', 'numbers')}`,
  /** Deletes from every cache, so that the others empty a cache that is no longer used. */
  expire: sql<Limited>`
    delete from cached_answers where expires_at <= ${'now'} and (cache, number) in ${chosenOnce(sql<Limited>`
      select old.cache, old.number from cached_answers as old where old.expires_at <= ${'now'} limit ${'limit'}
      ${SKIPPING_LOCKED}`)}`,
};

export interface SqlAnswerCacheOptions {
  readonly database: SqlDatabase;
  /** The name of the cache, 1 to 40 characters. It separates the caches of different checkers in one database. */
  readonly name: string;
  /** The clock by which answers expire. Default: the machine's own. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** The most answers that one write keeps. More would make other writes wait. */
const ROWS_PER_WRITE = 1_000;
/** Each write deletes up to this many expired answers, and two more for each answer that it keeps, so they never pile up. */
const LEAST_EXPIRED = 8;

/** Answers in a database, one row for each number. Writes of new answers delete expired ones. */
export class SqlAnswerCache implements AnswerCache {
  readonly #database: SqlDatabase;
  readonly #cache: string;
  readonly #clock: Pick<Clock, 'now'>;

  /** Throws RangeError for a name outside of its limits. */
  constructor(options: SqlAnswerCacheOptions) {
    assertOptionNames('SqlAnswerCache', options, { clock: true, database: true, name: true });
    const { clock = systemClock, database, name } = options;
    if (typeof name !== 'string' || !/^.{1,40}$/.test(name))
      throw new RangeError(`name is ${JSON.stringify(name)}, expected 1 to 40 characters`);
    this.#database = database;
    this.#cache = name;
    this.#clock = clock;
  }

  async getMany(numbers: readonly E164[]): Promise<(CacheEntry | undefined)[]> {
    const asked = { cache: this.#cache, numbers: JSON.stringify([...new Set(numbers)]) };
    const rows = await this.#database.read.rows(answerQueries.find, asked);
    const found = new Map(rows.map((row) => [row.number, entryOf(row)]));
    return numbers.map((number) => found.get(number));
  }

  async setMany(entries: readonly CacheEntry[]): Promise<void> {
    // A statement may have a number only once.
    const last = new Map(entries.map((entry) => [entry.number, entry]));
    // In one order, so that callers with the same numbers do not wait for each other.
    const rows = Array.from(last.values(), rowOf).sort((one, other) => (one.number < other.number ? -1 : 1));
    for (let start = 0; start < rows.length; start += ROWS_PER_WRITE) {
      await this.#keep(rows.slice(start, start + ROWS_PER_WRITE));
    }
  }

  async #keep(rows: readonly CachedAnswer[]): Promise<void> {
    const limit = LEAST_EXPIRED + 2 * rows.length;
    await this.#database.write(async (session) => {
      await session.change(answerQueries.keep, { cache: this.#cache, answers: JSON.stringify(rows) });
      await session.change(answerQueries.expire, { now: this.#clock.now(), limit });
    });
  }
}

function rowOf({ answer, expiresAt, number }: CacheEntry): CachedAnswer {
  const { checkedAt, reason = null, source = null, status } = answer;
  return { number, status, source, reason, checked_at: checkedAt.getTime(), expires_at: expiresAt };
}

function entryOf({ checked_at, expires_at, number, reason, source, status }: CachedAnswer): CacheEntry {
  const details = { ...(source === null ? {} : { source }), ...(reason === null ? {} : { reason }) };
  return {
    number,
    answer: { status, checkedAt: new Date(checked_at), ...details },
    expiresAt: expires_at,
  };
}
