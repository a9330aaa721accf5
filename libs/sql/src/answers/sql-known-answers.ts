import {
  type AccountId,
  assertOptionNames,
  type FoundAnswer,
  type KnownAnswers,
  type NumberHash,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { type KnownAnswerRow, knownAnswerQueries } from './known-answer-queries.js';

export interface SqlKnownAnswersOptions {
  readonly database: SqlDatabase;
}

/** The most answers that one write keeps. More would make other writes wait. */
const ROWS_PER_WRITE = 1_000;

/** The answers that accounts have found, in a database: a row for each account and number. */
export class SqlKnownAnswers implements KnownAnswers {
  readonly #database: SqlDatabase;

  constructor(options: SqlKnownAnswersOptions) {
    assertOptionNames('SqlKnownAnswers', options, { database: true });
    this.#database = options.database;
  }

  async remember(accountId: AccountId, answers: readonly FoundAnswer[]): Promise<void> {
    // In one order, so that callers with the same numbers do not wait for each other.
    const rows = answers.map(rowOf).sort((one, other) => (one.number_hash < other.number_hash ? -1 : 1));
    for (let start = 0; start < rows.length; start += ROWS_PER_WRITE) {
      const batch = JSON.stringify(rows.slice(start, start + ROWS_PER_WRITE));
      // A power cut may undo it, and the answers are asked for again.
      await this.#database.write(
        (session) => session.change(knownAnswerQueries.remember, { accountId, answers: batch }),
        { durable: false },
      );
    }
  }

  async find(
    accountId: AccountId,
    numbers: readonly NumberHash[],
    since: number,
  ): Promise<readonly (FoundAnswer | undefined)[]> {
    const asked = { accountId, numbers: JSON.stringify([...new Set(numbers)]), since };
    const rows = await this.#database.read.rows(knownAnswerQueries.find, asked);
    const found = new Map(rows.map((row) => [row.number_hash, answerOf(row)]));
    return numbers.map((number) => found.get(number));
  }

  async forget(accountId: AccountId, numbers: readonly NumberHash[]): Promise<void> {
    const forgotten = JSON.stringify(numbers);
    await this.#database.write((session) =>
      session.change(knownAnswerQueries.forget, { accountId, numbers: forgotten }),
    );
  }

  async forgetAccount(accountId: AccountId): Promise<void> {
    await this.#database.write((session) => session.change(knownAnswerQueries.forgetAccount, { accountId }));
  }

  async expire(options: { readonly before: number; readonly limit: number }): Promise<number> {
    return await this.#database.write((session) => session.change(knownAnswerQueries.expire, { ...options }));
  }
}

function rowOf({ checkedAt, number, reassigned, source, status }: FoundAnswer): KnownAnswerRow {
  return {
    number_hash: number,
    status,
    source: source ?? null,
    checked_at: checkedAt,
    consent_date: reassigned?.since ?? null,
    reassigned: reassigned?.is ?? null,
  };
}

function answerOf(row: KnownAnswerRow): FoundAnswer {
  const { checked_at, consent_date, number_hash, reassigned, source, status } = row;
  return {
    number: number_hash,
    status,
    checkedAt: checked_at,
    ...(source === null ? {} : { source }),
    ...(consent_date === null || reassigned === null
      ? {}
      : { reassigned: { since: consent_date, is: reassigned } }),
  };
}
