import { type AccountId, assertOptionNames } from '@dialproof/core';
import { type AnonymousAnswer, answerOf } from '../../answers/sql-single-answer-store.js';
import type { SqlDatabase } from '../../database.js';
import type { Query } from '../../query.js';
import {
  type AccountCounts,
  type AnswerRecord,
  type DeliveryRecord,
  type EventRecord,
  type HoldRecord,
  type JournalEntry,
  recordQueries,
} from './record-queries.js';

const PER_PAGE = 500;

export interface SqlAccountRecordsOptions {
  readonly database: SqlDatabase;
}

/**
 * Reads the stored data of an account, except its row, tokens, webhooks, lists, suppressed numbers and tasks, which their own stores list. Each list is
 * read in pages, so it may be long. Others may write meanwhile, and the list may or may not show their changes. Secrets are left out.
 */
export class SqlAccountRecords {
  readonly #database: SqlDatabase;

  constructor(options: SqlAccountRecordsOptions) {
    assertOptionNames('SqlAccountRecords', options, { database: true });
    const { database } = options;
    this.#database = database;
  }

  async counts(accountId: AccountId): Promise<AccountCounts> {
    const { read } = this.#database;
    const tasks = await read.rows(recordQueries.countTasks, { accountId });
    const countOf = async (query: typeof recordQueries.countEvents) =>
      Number((await read.first(query, { accountId }))?.count ?? 0);
    return {
      tasks: Object.fromEntries(tasks.map(({ status, tasks: count }) => [status, Number(count)])),
      storedBytes: tasks.reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0),
      journalEntries: await countOf(recordQueries.countEntries),
      events: await countOf(recordQueries.countEvents),
      deliveries: await countOf(recordQueries.countDeliveries),
      answers: await countOf(recordQueries.countAnswers),
      singleAnswers: await countOf(recordQueries.countSingleAnswers),
    };
  }

  /** The changes of its credits, the oldest first. */
  journal(accountId: AccountId): AsyncGenerator<JournalEntry> {
    return this.#pages(recordQueries.entries, { accountId }, 0, ({ entryId }) => entryId);
  }

  /** Its holds, open and closed, by their ids. */
  holds(accountId: AccountId): AsyncGenerator<HoldRecord> {
    return this.#pages(recordQueries.holds, { accountId }, '', ({ holdId }) => holdId);
  }

  /** Events that webhooks have not received yet, in their order. */
  async *events(accountId: AccountId): AsyncGenerator<EventRecord> {
    const rows = this.#pages(recordQueries.events, { accountId }, 0, ({ sequence }) => sequence);
    for await (const { sequence: _, ...event } of rows) yield event;
  }

  /** The past and future deliveries of its webhooks, webhook by webhook. */
  async *deliveries(accountId: AccountId): AsyncGenerator<DeliveryRecord> {
    const webhooks = await this.#database.read.rows(recordQueries.webhooks, { accountId });
    for (const { webhook_id: webhookId } of webhooks) {
      const rows = this.#pages(recordQueries.deliveries, { webhookId }, '', ({ eventId }) => eventId);
      for await (const { data, due_at: dueAt, is_delivered, ...delivery } of rows) {
        const state = { isDelivered: is_delivered === 1, isDue: dueAt !== null };
        yield { ...delivery, ...state, data: JSON.parse(data) };
      }
    }
  }

  /** Its requests with an `Idempotency-Key`, by their keys. */
  answers(accountId: AccountId): AsyncGenerator<AnswerRecord> {
    return this.#pages(recordQueries.answers, { accountId }, '', ({ key }) => key);
  }

  /** The answers of its single checks, without their numbers: only hashes of these are kept. */
  async *singleAnswers(accountId: AccountId): AsyncGenerator<AnonymousAnswer> {
    const rows = this.#pages(
      recordQueries.singleAnswers,
      { accountId },
      '',
      ({ number_hash }) => number_hash,
    );
    for await (const row of rows) yield answerOf(row);
  }

  /** The rows of all pages. `first` sorts before every row; `placeOf` returns the sort key of a row. */
  async *#pages<Values, Row, Place>(
    query: Query<Values & { after: Place; limit: number }, Row>,
    values: Values,
    first: Place,
    placeOf: (row: Row) => Place,
  ): AsyncGenerator<Row> {
    let after = first;
    for (;;) {
      const page = await this.#database.read.rows(query, { ...values, after, limit: PER_PAGE });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PER_PAGE) return;
      after = placeOf(last);
    }
  }
}
