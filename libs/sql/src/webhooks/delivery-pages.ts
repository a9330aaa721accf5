import {
  DELIVERY_FAILURES,
  type DeliveryAttempt,
  type DeliveryFailure,
  type DeliveryPage,
  type DeliveryPageRequest,
  DialproofError,
  type WebhookDelivery,
} from '@dialproof/core';
import type { SqlSession } from '../database.js';
import type { MeasuredTime } from '../time/database-time.js';
import type { DeliveryRow } from './delivery-queries.js';
import { webhookQueries } from './webhook-queries.js';

/** A place in the order of a list: newest first, and by id if the times are equal. */
interface Place {
  readonly occurredAt: number;
  readonly eventId: string;
}

/** Above every delivery: no event is as late. */
const TOP: Place = { occurredAt: Number.MAX_SAFE_INTEGER, eventId: '' };

interface Reading {
  readonly session: SqlSession;
  readonly time: MeasuredTime;
}

/** Undefined if the account has no such webhook. */
export async function deliveryPage(
  { session, time }: Reading,
  { accountId, cursor, limit, webhookId }: DeliveryPageRequest,
): Promise<DeliveryPage | undefined> {
  const { occurredAt: occurredBefore, eventId: idBefore } = cursor === null ? TOP : readCursor(cursor);
  if ((await session.first(webhookQueries.find, { accountId, webhookId })) === undefined) return undefined;
  // One extra row shows whether another page follows.
  const start = { webhookId, occurredBefore, idBefore, limit: limit + 1 };
  const rows = await session.rows(webhookQueries.newest, start);
  const deliveries = rows.slice(0, limit).map((row) => shownDelivery(row, time));
  const last = deliveries.at(-1);
  return { deliveries, nextCursor: last === undefined || rows.length <= limit ? null : cursorOf(last) };
}

function shownDelivery(row: DeliveryRow, time: MeasuredTime): WebhookDelivery {
  const {
    attempts,
    due_at: dueAt,
    event_id: eventId,
    lease_token: lease,
    occurred_at: occurredAt,
    type,
  } = row;
  const now = time.now();
  const isBeingTried = lease !== null && dueAt !== null && dueAt > now;
  return {
    ...{ eventId, type, occurredAt, attempts },
    state: dueAt !== null ? 'waiting' : row.is_delivered === 1 ? 'delivered' : 'undelivered',
    lastAttempt: lastAttempt(row),
    nextTryAt: dueAt === null || isBeingTried ? null : time.shown(Math.max(dueAt, now)),
  };
}

function lastAttempt({
  tried_at: at,
  response_status: status,
  failure,
}: DeliveryRow): DeliveryAttempt | null {
  if (at === null) return null;
  if (status !== null) return { at, status, failure: null };
  return { at, status: null, failure: knownFailure(failure) };
}

/** Shows an unknown failure of a later version as a failed connection. */
function knownFailure(failure: string | null): DeliveryFailure {
  return DELIVERY_FAILURES.find((known) => known === failure) ?? 'connection_failed';
}

function cursorOf({ occurredAt, eventId }: Place): string {
  return `${occurredAt}.${eventId}`;
}

function readCursor(cursor: string): Place {
  const [, occurredAt, eventId] = /^(-?\d{1,16})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (occurredAt === undefined || eventId === undefined) {
    throw new DialproofError('malformed_request', { hint: 'the cursor is not one that a list has given' });
  }
  return { occurredAt: Number(occurredAt), eventId };
}
