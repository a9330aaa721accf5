import { sql } from '../../query.js';
import type { Columns } from '../../schema.js';

type OfAccount = { accountId: string };
type Count = { readonly count: number };
/** A page of rows after `after`, in the order of their keys. */
type Page<Place> = OfAccount & { after: Place; limit: number };

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

  entries: sql<
    Page<number>,
    Columns<'journal', 'entry' | 'kind' | 'credits' | 'hold_id' | 'note' | 'created_at'>
  >`select entry, kind, credits, hold_id, note, created_at from journal
    where account_id = ${'accountId'} and entry > ${'after'} order by entry limit ${'limit'}`,
  // There is no index of holds by account: all pages together scan the keys once.
  holds: sql<
    Page<string>,
    Columns<'holds', 'hold_id' | 'credits' | 'created_at' | 'charged' | 'closed_at' | 'answer'>
  >`select hold_id, credits, created_at, charged, closed_at, answer from holds
    where account_id = ${'accountId'} and hold_id > ${'after'} order by hold_id limit ${'limit'}`,
  events: sql<Page<number>, Columns<'events', 'sequence' | 'event_id' | 'kind' | 'task_id' | 'occurred_at'>>`
    select sequence, event_id, kind, task_id, occurred_at from events
    where account_id = ${'accountId'} and sequence > ${'after'} order by sequence limit ${'limit'}`,
  webhooks: sql<OfAccount, Columns<'webhooks', 'webhook_id'>>`
    select webhook_id from webhooks where account_id = ${'accountId'} order by sequence`,
  deliveries: sql<
    { webhookId: string; after: string; limit: number },
    Columns<
      'webhook_deliveries',
      'event_id' | 'type' | 'occurred_at' | 'data' | 'failures' | 'is_delivered' | 'due_at'
    >
  >`select event_id, type, occurred_at, data, failures, is_delivered, due_at from webhook_deliveries
    where webhook_id = ${'webhookId'} and event_id > ${'after'} order by event_id limit ${'limit'}`,
  answers: sql<Page<string>, Columns<'replays', 'key' | 'request_id' | 'reply'>>`
    select key, request_id, reply from replays
    where account_id = ${'accountId'} and key > ${'after'} order by key limit ${'limit'}`,
};
