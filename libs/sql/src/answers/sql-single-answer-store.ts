import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import {
  type AccountId,
  assertOptionNames,
  type Clock,
  type E164,
  type SingleAnswer,
  type SingleAnswerExpiry,
  type SingleAnswerStore,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWriteSession } from '../database.js';
import { isOneOf, jsonRows } from '../json-rows.js';
import {
  chosenOnce,
  FOR_UPDATE,
  MAY_BE_UNDONE,
  SKIPPING_LOCKED,
  sql,
  verbatim,
  WAITS_NO_LONGER,
} from '../query.js';
import type { Columns, Tables } from '../schema.js';
import { byStatement, SharedWrites } from '../shared-writes.js';
import { type DatabaseTime, timeOf } from '../time/database-time.js';
import { assertSameKey } from './answer-hash-key.js';

export type SingleAnswerRow = Omit<Tables['single_answers'], 'account_id'>;
/** An answer about a number of which only the hash is known. */
export type AnonymousAnswer = Omit<SingleAnswer, 'phone'>;
type OfAccount = { accountId: string };
type Limited = { before: number; limit: number };

const ANSWERS = jsonRows('answers', {
  number_hash: 'text',
  status: 'text',
  source: 'text',
  reason: 'text',
  checked_at: 'whole',
  consent_date: 'text',
  reassigned: 'text',
});

/** As the index of these rows has it. */
const IS_PLAIN = verbatim("substr(number_hash, 1, 1) = '+'");

export const singleAnswerQueries = {
  /**
   * Keeps answers about different numbers, in the order of their hashes. Keeps nothing for an account that was erased since the checks have
   * held their credits.
   */
  keep: sql<OfAccount & { answers: string; now: number }>`
    insert into single_answers (account_id, number_hash, status, source, reason, checked_at, consent_date, reassigned)
    select ${'accountId'}, number_hash, status, source, reason, checked_at, consent_date, reassigned from ${ANSWERS}
    where not exists (select 1 from balances where balances.account_id = ${'accountId'} and is_erased = 1)
      and ${MAY_BE_UNDONE} and ${WAITS_NO_LONGER}
    on conflict (account_id, number_hash) do update set status = excluded.status, source = excluded.source, reason = excluded.reason,
      checked_at = excluded.checked_at, consent_date = excluded.consent_date, reassigned = excluded.reassigned
    where single_answers.checked_at <= excluded.checked_at or single_answers.checked_at > ${'now'}`,
  /** Sorted, so that a server looks into the index of the key even if it expects most rows to be of this account. */
  any: sql<OfAccount, { found: number }>`
    select 1 as found from single_answers where account_id = ${'accountId'} order by number_hash limit 1`,
  find: sql<OfAccount & { hashes: string; since: number }, SingleAnswerRow>`
    select number_hash, status, source, reason, checked_at, consent_date, reassigned from single_answers
    where account_id = ${'accountId'} and ${isOneOf('number_hash', 'hashes')} and checked_at >= ${'since'}`,
  remove: sql<OfAccount & { hash: string }>`
    delete from single_answers where account_id = ${'accountId'} and number_hash = ${'hash'}`,
  /** In the order of their hashes, as they are kept. */
  removeAll: sql<OfAccount>`
    delete from single_answers where account_id = ${'accountId'} and number_hash in (
      select old.number_hash from single_answers as old where old.account_id = ${'accountId'} order by old.number_hash ${FOR_UPDATE})`,
  /** Removes answers, but none that a concurrent write has replaced since the rows were chosen. */
  expire: sql<Limited>`
    delete from single_answers where checked_at < ${'before'} and (account_id, number_hash) in ${chosenOnce(sql<
      Limited,
      Columns<'single_answers', 'account_id' | 'number_hash'>
    >`
      select old.account_id, old.number_hash from single_answers as old where old.checked_at < ${'before'} limit ${'limit'}
      ${SKIPPING_LOCKED}`)}`,
  /** Sorted as the index of plain numbers, which it then reads alone. */
  anyPlain: sql<object, { found: number }>`
    select 1 as found from single_answers where ${IS_PLAIN} order by account_id, number_hash limit 1`,
  /** Removes rows with plain numbers, and returns them. */
  takePlain: sql<{ limit: number }, Tables['single_answers']>`
    delete from single_answers where (account_id, number_hash) in ${chosenOnce(sql<
      { limit: number },
      Columns<'single_answers', 'account_id' | 'number_hash'>
    >`
      select old.account_id, old.number_hash from single_answers as old where ${IS_PLAIN}
      order by old.account_id, old.number_hash limit ${'limit'} ${FOR_UPDATE}`)}
    returning account_id, number_hash, status, source, reason, checked_at, consent_date, reassigned`,
};

/** How many plain numbers are replaced in one write. More would make other writes wait. */
const PLAIN_NUMBERS_A_WRITE = 500;

const LEAST_KEY_BYTES = 32;
/** In hex, the first 16 bytes of a hash: so long that no two numbers of an account have the same. */
const HASH_DIGITS = 32;

export interface SqlSingleAnswerStoreOptions {
  readonly database: SqlDatabase;
  /**
   * The key of the hashes of numbers, at least 32 bytes that nobody can guess: kept apart from the database, or `answerHashKey`. With
   * another key than that of the answers in the database, every method rejects with `storage_unavailable`.
   */
  readonly hashKey: Uint8Array | string;
  /** The store's clock. Default: the database server's clock; for a file, the machine's own. */
  readonly clock?: Clock;
}

/**
 * What the single checks of accounts have found, one row for each number of an account. No number is kept, but the HMAC-SHA256 of account
 * and number. So nobody without the key can read or try out numbers, and the same number of two accounts is not known as the same.
 */
export class SqlSingleAnswerStore implements SingleAnswerStore {
  readonly #database: SqlDatabase;
  readonly #keeps: SharedWrites<AccountId, SingleAnswer, void>;
  readonly #time: DatabaseTime;
  readonly #key: KeyObject;
  #hashed: Promise<void> | undefined;

  /** Throws TypeError for a key that is too short. */
  constructor(options: SqlSingleAnswerStoreOptions) {
    assertOptionNames('SqlSingleAnswerStore', options, { clock: true, database: true, hashKey: true });
    const { clock, database, hashKey } = options;
    this.#database = database;
    this.#key = secretKey(hashKey);
    this.#time = timeOf(database, clock);
    // A power cut may undo it. In a file, it does not if a settlement shares its commit.
    this.#keeps = new SharedWrites<AccountId, SingleAnswer, void>(
      byStatement(database),
      async (session, accountId, requests) => {
        await this.#time.present(session);
        const rows = requests.map((answer) => this.#rowOf(accountId, answer));
        await keepAll(session, { accountId, now: this.#time.wallNow() }, rows);
        return requests.map(() => ({ answer: undefined }));
      },
      { durable: false },
    );
  }

  async keep(accountId: AccountId, answer: SingleAnswer): Promise<void> {
    await this.hashNumbers();
    await this.#keeps.ask(accountId, answer);
  }

  async find(accountId: AccountId, phones: readonly E164[], since: number): Promise<readonly SingleAnswer[]> {
    await this.hashNumbers();
    const { read } = this.#database;
    // Most accounts send files alone. Asking for any answer takes less time than many hashes.
    if (phones.length > 1 && (await read.first(singleAnswerQueries.any, { accountId })) === undefined)
      return [];
    const byHash = new Map(phones.map((phone) => [this.#hashOf(accountId, phone), phone]));
    const asked = { accountId, hashes: JSON.stringify([...byHash.keys()]), since };
    const rows = await read.rows(singleAnswerQueries.find, asked);
    return rows.flatMap((row) => {
      const phone = byHash.get(row.number_hash);
      return phone === undefined ? [] : [{ phone, ...answerOf(row) }];
    });
  }

  async remove(accountId: AccountId, phone: E164): Promise<boolean> {
    await this.hashNumbers();
    const removed = { accountId, hash: this.#hashOf(accountId, phone) };
    return await this.#database.write(
      async (session) => (await session.change(singleAnswerQueries.remove, removed)) > 0,
    );
  }

  async expire({ limit, olderThanMs }: SingleAnswerExpiry): Promise<number> {
    await this.hashNumbers();
    await this.#time.present(this.#database.read);
    const before = this.#time.wallNow() - olderThanMs;
    return await this.#database.write((session) =>
      session.change(singleAnswerQueries.expire, { before, limit }),
    );
  }

  /**
   * Replaces the plain numbers of a database that version 32 of the schema kept. Every other method does it first. So call it only to have
   * them gone before the first use. May be repeated; any number of processes may do it at once. Rejects with `storage_unavailable` for another
   * key than that of the answers in the database.
   */
  hashNumbers(): Promise<void> {
    this.#hashed ??= this.#hashAll().catch((error: unknown) => {
      this.#hashed = undefined;
      throw error;
    });
    return this.#hashed;
  }

  async #hashAll(): Promise<void> {
    await assertSameKey(this.#database, this.#hmac(''));
    while ((await this.#database.read.first(singleAnswerQueries.anyPlain, {})) !== undefined) {
      await this.#database.write((session) => this.#hashSome(session), { durable: false });
    }
    // Also for what other processes have replaced: numbers that a crash brought back would not be looked for again.
    await this.#database.sync();
  }

  async #hashSome(session: SqlWriteSession): Promise<void> {
    await this.#time.present(session);
    const now = this.#time.wallNow();
    const taken = await session.rows(singleAnswerQueries.takePlain, { limit: PLAIN_NUMBERS_A_WRITE });
    for (const [accountId, plain] of byAccount(taken)) {
      const rows = plain.map(({ account_id: _, number_hash: number, ...row }) => ({
        ...row,
        number_hash: this.#hashOf(accountId, number),
      }));
      await keepAll(session, { accountId, now }, rows);
    }
  }

  /** The NUL separates them: no number has one. */
  #hashOf(accountId: string, phone: string): string {
    return this.#hmac(`${accountId}\0${phone}`).toString('hex').slice(0, HASH_DIGITS);
  }

  #hmac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }

  #rowOf(
    accountId: AccountId,
    { checkedAt, phone, reason, reassigned, source, status }: SingleAnswer,
  ): SingleAnswerRow {
    return {
      number_hash: this.#hashOf(accountId, phone),
      ...{ status, source: source ?? null, reason: reason ?? null },
      checked_at: checkedAt.getTime(),
      consent_date: reassigned?.since ?? null,
      reassigned: reassigned?.is ?? null,
    };
  }
}

function secretKey(key: unknown): KeyObject {
  const bytes = typeof key === 'string' ? Buffer.from(key) : key;
  if (!(bytes instanceof Uint8Array) || bytes.length < LEAST_KEY_BYTES) {
    throw new TypeError(`hashKey must be a text or bytes, at least ${LEAST_KEY_BYTES} bytes`);
  }
  return createSecretKey(bytes);
}

/** In the order of the accounts' ids. */
function byAccount(
  rows: readonly Tables['single_answers'][],
): readonly (readonly [string, readonly Tables['single_answers'][]])[] {
  const accounts = new Map<string, Tables['single_answers'][]>();
  for (const row of rows) {
    const others = accounts.get(row.account_id);
    if (others === undefined) accounts.set(row.account_id, [row]);
    else others.push(row);
  }
  return [...accounts].sort(([one], [other]) => (one < other ? -1 : 1));
}

async function keepAll(
  session: SqlSession,
  { accountId, now }: { readonly accountId: string; readonly now: number },
  given: readonly SingleAnswerRow[],
): Promise<void> {
  // A statement may have a number only once. Of the same time, the last one counts, since the sort is stable.
  const byTime = given.toSorted((one, other) => one.checked_at - other.checked_at);
  const youngest = new Map(byTime.map((row) => [row.number_hash, row]));
  const rows = [...youngest.values()].sort((one, other) => (one.number_hash < other.number_hash ? -1 : 1));
  await session.change(singleAnswerQueries.keep, { accountId, now, answers: JSON.stringify(rows) });
}

export function answerOf({
  checked_at,
  consent_date: since,
  reason,
  reassigned: is,
  source,
  status,
}: SingleAnswerRow): AnonymousAnswer {
  return {
    status,
    checkedAt: new Date(checked_at),
    ...(source === null ? {} : { source }),
    ...(reason === null ? {} : { reason }),
    ...(since === null || is === null ? {} : { reassigned: { since, is } }),
  };
}
