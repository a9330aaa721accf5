import {
  type AccountId,
  assertOptionNames,
  type E164,
  type SingleAnswer,
  type SingleAnswerStore,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { isOneOf } from '../json-rows.js';
import { chosenOnce, SKIPPING_LOCKED, sql } from '../query.js';
import type { Columns, Tables } from '../schema.js';

export type SingleAnswerRow = Omit<Tables['single_answers'], 'account_id'>;
type OfAccount = { accountId: string };
type Limited = { before: number; limit: number };

export const singleAnswerQueries = {
  /** Keeps nothing for an account that was erased since the check has held its credit. */
  keep: sql<OfAccount & SingleAnswerRow>`
    insert into single_answers (account_id, number, status, source, reason, checked_at, consent_date, reassigned)
    select ${'accountId'}, ${'number'}, ${'status'}, ${'source'}, ${'reason'}, ${'checked_at'}, ${'consent_date'}, ${'reassigned'}
    where not exists (select 1 from balances where balances.account_id = ${'accountId'} and is_erased = 1)
    on conflict (account_id, number) do update set status = excluded.status, source = excluded.source, reason = excluded.reason,
      checked_at = excluded.checked_at, consent_date = excluded.consent_date, reassigned = excluded.reassigned
    where single_answers.checked_at <= excluded.checked_at`,
  find: sql<OfAccount & { phones: string; since: number }, SingleAnswerRow>`
    select number, status, source, reason, checked_at, consent_date, reassigned from single_answers
    where account_id = ${'accountId'} and ${isOneOf('number', 'phones')} and checked_at >= ${'since'}`,
  remove: sql<OfAccount & { phone: string }>`
    delete from single_answers where account_id = ${'accountId'} and number = ${'phone'}`,
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
}

/** What the single checks of accounts have found, one row for each number of an account. */
export class SqlSingleAnswerStore implements SingleAnswerStore {
  readonly #database: SqlDatabase;

  constructor(options: SqlSingleAnswerStoreOptions) {
    assertOptionNames('SqlSingleAnswerStore', options, { database: true });
    this.#database = options.database;
  }

  /** In a file, a power cut may undo it unless a settlement shares its commit. */
  async keep(accountId: AccountId, answer: SingleAnswer): Promise<void> {
    const kept = { accountId, ...rowOf(answer) };
    await this.#database.write((session) => session.change(singleAnswerQueries.keep, kept), {
      durable: false,
    });
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

  expire(options: { readonly before: number; readonly limit: number }): Promise<number> {
    return this.#database.write((session) => session.change(singleAnswerQueries.expire, { ...options }));
  }
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
