import {
  type AccountId,
  assertOptionNames,
  type E164,
  type SuppressionAddition,
  type SuppressionList,
  type SuppressionPage,
  type SuppressionPageRequest,
  suppressionPlace,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { isOneOf, jsonRows } from '../json-rows.js';
import { type RowOf, sql } from '../query.js';
import type { Columns } from '../schema.js';
import { SharedReads } from '../shared-reads.js';

type OfAccount = { accountId: string };

/** The queries of the list. Its count says without a look at the rows whether numbers may be added; its row is the lock of the list. */
export const suppressionQueries = {
  lock: sql<OfAccount, Columns<'suppression_accounts', 'numbers' | 'last_entry'>>`
    insert into suppression_accounts (account_id, numbers, last_entry) values (${'accountId'}, 0, 0)
    on conflict (account_id) do update set numbers = suppression_accounts.numbers returning numbers, last_entry`,
  insert: sql<OfAccount & { addedAt: number; numbers: string }>`
    insert into suppressions (account_id, number, entry, added_at)
    select ${'accountId'}, number, entry, ${'addedAt'} from ${jsonRows('numbers', { number: 'text', entry: 'whole' })}`,
  count: sql<OfAccount & { change: number; lastEntry: number }>`
    update suppression_accounts set numbers = numbers + ${'change'}, last_entry = ${'lastEntry'}
    where account_id = ${'accountId'}`,
  remove: sql<OfAccount & { phone: string }>`
    delete from suppressions where account_id = ${'accountId'} and number = ${'phone'}`,
  among: sql<OfAccount & { phones: string }, Columns<'suppressions', 'number'>>`
    select number from suppressions where account_id = ${'accountId'} and ${isOneOf('number', 'phones')}`,
  page: sql<
    OfAccount & { before: number; limit: number },
    Columns<'suppressions', 'number' | 'entry' | 'added_at'>
  >`
    select number, entry, added_at from suppressions where account_id = ${'accountId'} and entry < ${'before'}
    order by entry desc limit ${'limit'}`,
};

export interface SqlSuppressionListOptions {
  readonly database: SqlDatabase;
}

/** The numbers that must not be called, one row for each number of an account. */
export class SqlSuppressionList implements SuppressionList {
  readonly #database: SqlDatabase;
  /** Reads by their parameters as JSON. Checks and chunks at once ask the same: whether their account has any suppressed number. */
  readonly #pages: SharedReads<readonly RowOf<typeof suppressionQueries.page>[]>;

  constructor(options: SqlSuppressionListOptions) {
    assertOptionNames('SqlSuppressionList', options, { database: true });
    const { database } = options;
    this.#database = database;
    this.#pages = new SharedReads((asked) => database.read.rows(suppressionQueries.page, JSON.parse(asked)));
  }

  add({ accountId, addedAt, maxPerAccount, phones }: SuppressionAddition): Promise<number | undefined> {
    return this.#database.write(async (session) => {
      const list = await session.first(suppressionQueries.lock, { accountId });
      if (list === undefined) throw new TypeError('the row of a list was not returned');
      const asked = { accountId, phones: JSON.stringify(phones) };
      const known = new Set(
        (await session.rows(suppressionQueries.among, asked)).map(({ number }) => number),
      );
      const added = [...new Set<string>(phones)].filter((phone) => !known.has(phone));
      if (list.numbers + added.length > maxPerAccount) return undefined;
      const rows = added.map((number, place) => ({ number, entry: list.last_entry + 1 + place }));
      await session.change(suppressionQueries.insert, { accountId, addedAt, numbers: JSON.stringify(rows) });
      const lastEntry = list.last_entry + added.length;
      await session.change(suppressionQueries.count, { accountId, change: added.length, lastEntry });
      return added.length;
    });
  }

  remove(accountId: AccountId, phone: E164): Promise<boolean> {
    return this.#database.write(async (session) => {
      const list = await session.first(suppressionQueries.lock, { accountId });
      const removed = await session.change(suppressionQueries.remove, { accountId, phone });
      const lastEntry = list?.last_entry ?? 0;
      await session.change(suppressionQueries.count, { accountId, change: -removed, lastEntry });
      return removed > 0;
    });
  }

  async among(accountId: AccountId, phones: readonly E164[]): Promise<ReadonlySet<E164>> {
    const asked = { accountId, phones: JSON.stringify(phones) };
    const rows = await this.#database.read.rows(suppressionQueries.among, asked);
    // Only `add` has written them.
    return new Set(rows.map(({ number }) => number as E164));
  }

  async page({ accountId, cursor, limit }: SuppressionPageRequest): Promise<SuppressionPage> {
    const before = cursor === null ? Number.MAX_SAFE_INTEGER : suppressionPlace(cursor);
    // One number more shows whether another page follows.
    const asked = { accountId, before, limit: limit + 1 };
    const rows = await this.#pages.of(JSON.stringify(asked));
    const page = rows.slice(0, limit);
    return {
      numbers: page.map(({ added_at, number }) => ({ phone: number as E164, addedAt: added_at })),
      nextCursor: rows.length > limit ? String(page.at(-1)?.entry) : null,
    };
  }
}
