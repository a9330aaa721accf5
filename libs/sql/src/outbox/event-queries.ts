import type { EventKind } from '@dialproof/core';
import { SKIPPING_LOCKED } from '../lock-order.js';
import { sql } from '../query.js';
import type { Columns } from '../schema.js';

type LeaseKey = { eventId: string; token: string };

export interface NewEvent {
  readonly eventId: string;
  readonly kind: EventKind;
  readonly accountId: string;
  readonly taskId: string;
  readonly occurredAt: number;
}

type FreeEvent = Columns<
  'events',
  'sequence' | 'event_id' | 'kind' | 'account_id' | 'task_id' | 'occurred_at' | 'tries'
>;

export const eventQueries = {
  append: sql<NewEvent>`
    insert into events (event_id, kind, account_id, task_id, occurred_at)
    values (${'eventId'}, ${'kind'}, ${'accountId'}, ${'taskId'}, ${'occurredAt'})`,
  free: sql<{ now: number; limit: number }, FreeEvent>`
    select sequence, event_id, kind, account_id, task_id, occurred_at, tries from events where free_at <= ${'now'}
    order by sequence limit ${'limit'} ${SKIPPING_LOCKED}`,
  claim: sql<{ sequence: number; token: string; now: number; leaseUntil: number }>`
    update events set lease_token = ${'token'}, free_at = ${'leaseUntil'}, tries = tries + 1
    where sequence = ${'sequence'} and free_at <= ${'now'}`,
  nextFree: sql<object, Columns<'events', 'free_at'>>`select free_at from events order by free_at limit 1`,
  acknowledge: sql<LeaseKey>`delete from events where event_id = ${'eventId'} and lease_token = ${'token'}`,
  postpone: sql<LeaseKey & { freeAt: number }>`
    update events set lease_token = null, free_at = ${'freeAt'} where event_id = ${'eventId'} and lease_token = ${'token'}`,
};
