import type {
  CreditEntryKind,
  EventKind,
  HoldId,
  TaskId,
  TaskStatus,
  WebhookEventType,
} from '@dialproof/core';
import type { SingleAnswerRow } from '../../answers/sql-single-answer-store.js';
import { sql } from '../../query.js';
import type { Columns } from '../../schema.js';

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
  readonly singleAnswers: number;
}

/** One change of an account's credits. Times are milliseconds since 1970, in all records. */
export interface JournalEntry {
  /** Counts the entries of the account. A sum has the number of its last charge. */
  readonly entryId: number;
  readonly kind: CreditEntryKind;
  /**
   * Positive for a grant, negative for a charge and for the sum of a month's charges. All entries add up to the account's credits,
   * available and held.
   */
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
  /** The encoded answer of a single check with a request id, without its number. Null if nothing is kept. */
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

type OfAccount = { accountId: string };
type Count = { readonly count: number };
/** A page of rows after `after`, in the order of their keys. */
type Page<Place> = { after: Place; limit: number };

/** A delivery as its row has it. */
type DeliveryRow = Omit<DeliveryRecord, 'data' | 'isDelivered' | 'isDue'> &
  Columns<'webhook_deliveries', 'data' | 'is_delivered' | 'due_at'>;

export const recordQueries = {
  countTasks: sql<
    OfAccount,
    Columns<'tasks', 'status'> & { readonly tasks: number; readonly bytes: number | null }
  >`select status, count(*) as tasks, sum(stored_bytes) as bytes from tasks where account_id = ${'accountId'} group by status`,
  countEntries: sql<
    OfAccount,
    Count
  >`select count(*) as count from journal where account_id = ${'accountId'}`,
  countEvents: sql<OfAccount, Count>`select count(*) as count from events where account_id = ${'accountId'}`,
  countDeliveries: sql<OfAccount, Count>`
    select count(*) as count from webhook_deliveries
    where webhook_id in (select webhook_id from webhooks where account_id = ${'accountId'})`,
  countAnswers: sql<
    OfAccount,
    Count
  >`select count(*) as count from replays where account_id = ${'accountId'}`,
  countSingleAnswers: sql<
    OfAccount,
    Count
  >`select count(*) as count from single_answers where account_id = ${'accountId'}`,

  entries: sql<OfAccount & Page<number>, JournalEntry>`
    select entry as "entryId", kind, credits, hold_id as "holdId", note, created_at as "createdAt" from journal
    where account_id = ${'accountId'} and entry > ${'after'} order by entry limit ${'limit'}`,
  // There is no index of holds by account: all pages together scan the keys once.
  holds: sql<OfAccount & Page<string>, HoldRecord>`
    select hold_id as "holdId", credits, created_at as "createdAt", charged, closed_at as "closedAt", answer from holds
    where account_id = ${'accountId'} and hold_id > ${'after'} order by hold_id limit ${'limit'}`,
  events: sql<OfAccount & Page<number>, EventRecord & Columns<'events', 'sequence'>>`
    select sequence, event_id as "eventId", kind, task_id as "taskId", occurred_at as "occurredAt" from events
    where account_id = ${'accountId'} and sequence > ${'after'} order by sequence limit ${'limit'}`,
  webhooks: sql<OfAccount, Columns<'webhooks', 'webhook_id'>>`
    select webhook_id from webhooks where account_id = ${'accountId'} order by sequence`,
  deliveries: sql<{ webhookId: string } & Page<string>, DeliveryRow>`
    select event_id as "eventId", webhook_id as "webhookId", type, occurred_at as "occurredAt", data, failures, is_delivered, due_at
    from webhook_deliveries
    where webhook_id = ${'webhookId'} and event_id > ${'after'} order by event_id limit ${'limit'}`,
  singleAnswers: sql<OfAccount & Page<string>, SingleAnswerRow>`
    select number_hash, status, source, reason, checked_at, consent_date, reassigned from single_answers
    where account_id = ${'accountId'} and number_hash > ${'after'} order by number_hash limit ${'limit'}`,
  answers: sql<OfAccount & Page<string>, AnswerRecord>`
    select key, request_id as "requestId", reply from replays
    where account_id = ${'accountId'} and key > ${'after'} order by key limit ${'limit'}`,
};
