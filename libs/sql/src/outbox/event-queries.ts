import type { EventKind } from '@dialproof/core';
import { sql } from 'kysely';
import type { SqlDatabase } from '../database.js';
import { passingOver } from '../lock-order.js';
import { compileQuery } from '../query.js';

type LeaseKey = { eventId: string; token: string };

export interface EventRow {
  readonly eventId: string;
  readonly kind: EventKind;
  readonly accountId: string;
  readonly taskId: string;
  readonly occurredAt: number;
}

export type EventQueries = ReturnType<typeof compileEventQueries>;

export function compileEventQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  const events = builder.selectFrom('events');
  return {
    append: compileQuery<EventRow>()((value) =>
      builder.insertInto('events').values({
        event_id: value('eventId'),
        kind: value('kind'),
        account_id: value('accountId'),
        task_id: value('taskId'),
        occurred_at: value('occurredAt'),
      }),
    ),
    free: compileQuery<{ now: number; limit: number }>()((value) =>
      passingOver(
        engine,
        events
          .select(['sequence', 'event_id', 'kind', 'account_id', 'task_id', 'occurred_at', 'tries'])
          .where('free_at', '<=', value('now'))
          .orderBy('sequence')
          .limit(value('limit')),
      ),
    ),
    claim: compileQuery<{ sequence: number; token: string; now: number; leaseUntil: number }>()((value) =>
      builder
        .updateTable('events')
        .set((eb) => ({
          lease_token: value('token'),
          free_at: value('leaseUntil'),
          tries: eb('tries', '+', sql.lit(1)),
        }))
        .where('sequence', '=', value('sequence'))
        .where('free_at', '<=', value('now')),
    ),
    nextFree: compileQuery()(() => events.select('free_at').orderBy('free_at').limit(sql.lit(1))),
    acknowledge: compileQuery<LeaseKey>()((value) =>
      builder
        .deleteFrom('events')
        .where('event_id', '=', value('eventId'))
        .where('lease_token', '=', value('token')),
    ),
    postpone: compileQuery<LeaseKey & { freeAt: number }>()((value) =>
      builder
        .updateTable('events')
        .set({ lease_token: null, free_at: value('freeAt') })
        .where('event_id', '=', value('eventId'))
        .where('lease_token', '=', value('token')),
    ),
  };
}
