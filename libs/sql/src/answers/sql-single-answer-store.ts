import {
  type AccountId,
  assertOptionNames,
  type Clock,
  type E164,
  type SingleAnswer,
  type SingleAnswerExpiry,
  type SingleAnswerStore,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { isOneOf, jsonRows } from '../json-rows.js';
import { chosenOnce, FOR_UPDATE, MAY_BE_UNDONE, SKIPPING_LOCKED, sql, WAITS_NO_LONGER } from '../query.js';
import type { Columns, Tables } from '../schema.js';
import { byStatement, SharedWrites } from '../shared-writes.js';
import { type DatabaseTime, timeOf } from '../time/database-time.js';

export type SingleAnswerRow = Omit<Tables['single_answers'], 'account_id'>;
type OfAccount = { accountId: string };
type Limited = { before: number; limit: number };

const ANSWERS = jsonRows('answers', {
  number: 'text',
  status: 'text',
  source: 'text',
  reason: 'text',
  checked_at: 'whole',
  consent_date: 'text',
  reassigned: 'text',
});

export const singleAnswerQueries = {
  /**
   * Keeps answers about different numbers, in their order. Keeps nothing for an account that was erased since the checks have held their
   * credits.
   */
  keep: sql<OfAccount & { answers: string; now: number }>`
    insert into single_answers (account_id, number, status, source, reason, checked_at, consent_date, reassigned)
    select ${'accountId'}, number, status, source, reason, checked_at, consent_date, reassigned from ${ANSWERS}
    where not exists (select 1 from balances where balances.account_id = ${'accountId'} and is_erased = 1)
      and ${MAY_BE_UNDONE} and ${WAITS_NO_LONGER}
    on conflict (account_id, number) do update set status = excluded.status, source = excluded.source, reason = excluded.reason,
      checked_at = excluded.checked_at, consent_date = excluded.consent_date, reassigned = excluded.reassigned
    where single_answers.checked_at <= excluded.checked_at or single_answers.checked_at > ${'now'}`,
  find: sql<OfAccount & { phones: string; since: number }, SingleAnswerRow>`
    select number, status, source, reason, checked_at, consent_date, reassigned from single_answers
    where account_id = ${'accountId'} and ${isOneOf('number', 'phones')} and checked_at >= ${'since'}`,
  remove: sql<OfAccount & { phone: string }>`
    delete from single_answers where account_id = ${'accountId'} and number = ${'phone'}`,
  /** In the order of their numbers, as they are kept. */
  removeAll: sql<OfAccount>`
    delete from single_answers where account_id = ${'accountId'} and number in (
      select old.number from single_answers as old where old.account_id = ${'accountId'} order by old.number ${FOR_UPDATE})`,
  /** Removes answers, but none that a concurrent write has replaced since the rows were chosen. */
  expire: sql<Limited>`
    delete from single_answers where checked_at < ${'before'} and (account_id, number) in ${chosenOnce(sql<
      Limited,
      Columns<'single_answers', 'account_id' | 'number'>
    >`
      select old.account_id, old.number from single_answers as old where old.checked_at < ${'before'} limit ${'limit'}
      ${SKIPPING_LOCKED}`)}`,
};

export interface SqlSingleAnswerStoreOptions {
  readonly database: SqlDatabase;
  /** The store's clock. Default: the database server's clock; for a file, the machine's own. */
  readonly clock?: Clock;
}

/** What the single checks of accounts have found, one row for each number of an account. */
export class SqlSingleAnswerStore implements SingleAnswerStore {
  readonly #database: SqlDatabase;
  readonly #keeps: SharedWrites<AccountId, SingleAnswer, void>;
  readonly #time: DatabaseTime;

  constructor(options: SqlSingleAnswerStoreOptions) {
    assertOptionNames('SqlSingleAnswerStore', options, { clock: true, database: true });
    const { clock, database } = options;
    this.#database = database;
    this.#time = timeOf(database, clock);
    // A power cut may undo it. In a file, it does not if a settlement shares its commit.
    this.#keeps = new SharedWrites<AccountId, SingleAnswer, void>(
      byStatement(database),
      async (session, accountId, requests) => {
        await this.#time.present(session);
        return await keepAll(session, { accountId, now: this.#time.wallNow() }, requests);
      },
      { durable: false },
    );
  }

  async keep(accountId: AccountId, answer: SingleAnswer): Promise<void> {
    await this.#keeps.ask(accountId, answer);
  }

  async find(accountId: AccountId, phones: readonly E164[], since: number): Promise<readonly SingleAnswer[]> {
    const asked = { accountId, phones: JSON.stringify(phones), since };
    return (await this.#database.read.rows(singleAnswerQueries.find, asked)).map(singleAnswerOf);
  }

  remove(accountId: AccountId, phone: E164): Promise<boolean> {
    return this.#database.write(
      async (session) => (await session.change(singleAnswerQueries.remove, { accountId, phone })) > 0,
    );
  }

  async expire({ limit, olderThanMs }: SingleAnswerExpiry): Promise<number> {
    await this.#time.present(this.#database.read);
    const before = this.#time.wallNow() - olderThanMs;
    return await this.#database.write((session) =>
      session.change(singleAnswerQueries.expire, { before, limit }),
    );
  }
}

async function keepAll(
  session: SqlSession,
  { accountId, now }: { readonly accountId: string; readonly now: number },
  requests: readonly SingleAnswer[],
) {
  // A statement may have a number only once. Of the same time, the last one counts, since the sort is stable.
  const byTime = requests.toSorted((one, other) => one.checkedAt.getTime() - other.checkedAt.getTime());
  const youngest = new Map(byTime.map((answer) => [answer.phone, answer]));
  const rows = Array.from(youngest.values(), rowOf).sort((one, other) =>
    one.number < other.number ? -1 : 1,
  );
  await session.change(singleAnswerQueries.keep, { accountId, now, answers: JSON.stringify(rows) });
  return requests.map(() => ({ answer: undefined }));
}

function rowOf({ checkedAt, phone, reason, reassigned, source, status }: SingleAnswer): SingleAnswerRow {
  return {
    ...{ number: phone, status, source: source ?? null, reason: reason ?? null },
    checked_at: checkedAt.getTime(),
    consent_date: reassigned?.since ?? null,
    reassigned: reassigned?.is ?? null,
  };
}

export function singleAnswerOf({
  checked_at,
  consent_date: since,
  number,
  reason,
  reassigned: is,
  source,
  status,
}: SingleAnswerRow): SingleAnswer {
  return {
    // Only `keep` has written it.
    phone: number as E164,
    status,
    checkedAt: new Date(checked_at),
    ...(source === null ? {} : { source }),
    ...(reason === null ? {} : { reason }),
    ...(since === null || is === null ? {} : { reassigned: { since, is } }),
  };
}
