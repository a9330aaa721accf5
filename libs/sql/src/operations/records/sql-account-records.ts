import type {
  AccountId,
  CreditEntryKind,
  EventKind,
  HoldId,
  TaskId,
  TaskStatus,
  WebhookEventType,
} from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import type { SqlDatabase } from '../../database.js';
import { recordQueries } from './record-queries.js';

const PER_PAGE = 500;

export interface SqlAccountRecordsOptions {
  readonly database: SqlDatabase;
}

/** The amounts of an account's stored data. */
export interface AccountCounts {
  /** The number of tasks by status. A `draft` is an upload that is under way or was given up. */
  readonly tasks: Readonly<Partial<Record<TaskStatus | 'draft', number>>>;
  /** The bytes of its tasks that count towards `maxStoredBytesPerAccount`. */
  readonly storedBytes: number;
  readonly journalEntries: number;
  /** Events that webhooks have not received yet. */
  readonly events: number;
  readonly deliveries: number;
  /** Requests with an `Idempotency-Key`, with their answers. */
  readonly answers: number;
}

/** One change of an account's credits. Times are milliseconds since 1970, in all records. */
export interface JournalEntry {
  /** Counts the entries of the account. A sum has the number of its last charge. */
  readonly entryId: number;
  readonly kind: CreditEntryKind;
  /** Positive for a grant, negative for a charge and for the sum of a month's charges. All entries add up to the account's credits, available and held. */
  readonly credits: number;
  /** The hold that was charged, null for a grant and for a sum. */
  readonly holdId: string | null;
  readonly note: string | null;
  readonly createdAt: number;
}

export interface HoldRecord {
  readonly holdId: HoldId;
  readonly credits: number;
  readonly createdAt: number;
  /** Both null while the hold is open. */
  readonly charged: number | null;
  readonly closedAt: number | null;
  /** What a single check with a request id was answered, as the service has encoded it, without its number. Null if nothing is kept. */
  readonly answer: string | null;
}

export interface EventRecord {
  readonly eventId: string;
  readonly kind: EventKind;
  readonly taskId: TaskId;
  readonly occurredAt: number;
}

export interface DeliveryRecord {
  readonly eventId: string;
  readonly webhookId: string;
  readonly type: WebhookEventType;
  readonly occurredAt: number;
  /** The body that the webhook got or will get. */
  readonly data: unknown;
  readonly failures: number;
  readonly isDelivered: boolean;
  /** Whether it is still to be delivered. */
  readonly isDue: boolean;
}

export interface AnswerRecord {
  /** The key as the caller gave it. */
  readonly key: string;
  readonly requestId: string;
  /** The bytes that the replay store got; null while the request is being answered. */
  readonly reply: Uint8Array | null;
}

/**
 * Reads the stored data of an account, except its row, tokens, webhooks and tasks, which their own stores list. Each list is
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
    };
  }

  /** The changes of its credits, the oldest first. */
  async *journal(accountId: AccountId): AsyncGenerator<JournalEntry> {
    const rows = this.#pages(
      0,
      (after) => this.#database.read.rows(recordQueries.entries, { accountId, after, limit: PER_PAGE }),
      ({ entry }) => entry,
    );
    for await (const { entry, kind, credits, hold_id, note, created_at } of rows) {
      yield { entryId: entry, kind, credits, holdId: hold_id, note, createdAt: created_at };
    }
  }

  /** Its holds, open and closed, by their ids. */
  async *holds(accountId: AccountId): AsyncGenerator<HoldRecord> {
    const rows = this.#pages(
      '',
      (after) => this.#database.read.rows(recordQueries.holds, { accountId, after, limit: PER_PAGE }),
      ({ hold_id }) => hold_id,
    );
    for await (const { answer, hold_id, credits, created_at, charged, closed_at } of rows) {
      // The column holds ids of holds.
      yield {
        holdId: hold_id as HoldId,
        credits,
        createdAt: created_at,
        charged,
        closedAt: closed_at,
        answer,
      };
    }
  }

  /** Events that webhooks have not received yet, in their order. */
  async *events(accountId: AccountId): AsyncGenerator<EventRecord> {
    const rows = this.#pages(
      0,
      (after) => this.#database.read.rows(recordQueries.events, { accountId, after, limit: PER_PAGE }),
      ({ sequence }) => sequence,
    );
    for await (const { event_id, kind, task_id, occurred_at } of rows) {
      // The column holds ids of tasks.
      yield { eventId: event_id, kind, taskId: task_id as TaskId, occurredAt: occurred_at };
    }
  }

  /** The past and future deliveries of its webhooks, webhook by webhook. */
  async *deliveries(accountId: AccountId): AsyncGenerator<DeliveryRecord> {
    const webhooks = await this.#database.read.rows(recordQueries.webhooks, { accountId });
    for (const { webhook_id: webhookId } of webhooks) {
      const rows = this.#pages(
        '',
        (after) => this.#database.read.rows(recordQueries.deliveries, { webhookId, after, limit: PER_PAGE }),
        ({ event_id }) => event_id,
      );
      for await (const { event_id, type, occurred_at, data, failures, is_delivered, due_at: dueAt } of rows) {
        yield {
          eventId: event_id,
          webhookId,
          type,
          occurredAt: occurred_at,
          data: JSON.parse(data),
          failures,
          isDelivered: is_delivered === 1,
          isDue: dueAt !== null,
        };
      }
    }
  }

  /** Its requests with an `Idempotency-Key`, by their keys. */
  async *answers(accountId: AccountId): AsyncGenerator<AnswerRecord> {
    const rows = this.#pages(
      '',
      (after) => this.#database.read.rows(recordQueries.answers, { accountId, after, limit: PER_PAGE }),
      ({ key }) => key,
    );
    for await (const { key, request_id, reply } of rows) yield { key, requestId: request_id, reply };
  }

  /** The rows of all pages: `read` gives the page after a place, and `placeOf` the place of a row. */
  async *#pages<Row, Place>(
    first: Place,
    read: (after: Place) => Promise<readonly Row[]>,
    placeOf: (row: Row) => Place,
  ): AsyncGenerator<Row> {
    let after = first;
    for (;;) {
      const page = await read(after);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PER_PAGE) return;
      after = placeOf(last);
    }
  }
}
