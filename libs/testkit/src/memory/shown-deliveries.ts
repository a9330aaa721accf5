import {
  type DeliveryPage,
  type DeliveryPageRequest,
  DialproofError,
  type WebhookDelivery,
} from '@dialproof/core';
import type { MemoryDelivery } from './memory-delivery.js';

/** The present moment: by the wall clock, which people see, and by the elapsed time, which measures leases. */
interface Present {
  readonly wallNow: number;
  readonly elapsed: number;
}

/** A page of these deliveries of one webhook. */
export function pageOfDeliveries(
  deliveries: readonly MemoryDelivery[],
  { cursor, limit }: Pick<DeliveryPageRequest, 'cursor' | 'limit'>,
  present: Present,
): DeliveryPage {
  const after = cursor === null ? null : readCursor(cursor);
  const following = [...deliveries]
    .sort((a, b) => byAge(a.event, b.event))
    .filter(({ event }) => after === null || byAge(event, after) > 0);
  const page = following.slice(0, limit);
  const last = page.at(-1);
  return {
    deliveries: page.map((delivery) => shownDelivery(delivery, present)),
    nextCursor: last === undefined || following.length === page.length ? null : cursorOf(last.event),
  };
}

function shownDelivery(delivery: MemoryDelivery, { elapsed, wallNow }: Present): WebhookDelivery {
  const { attempts, event, freeAt, isDelivered, isOpen, lastAttempt, token } = delivery;
  const isUnderWay = token !== null && freeAt > elapsed;
  return {
    eventId: event.eventId,
    type: event.type,
    occurredAt: event.occurredAt,
    state: isOpen ? 'waiting' : isDelivered ? 'delivered' : 'undelivered',
    attempts,
    lastAttempt: lastAttempt && { ...lastAttempt },
    nextTryAt: isOpen && !isUnderWay ? wallNow + Math.max(0, freeAt - elapsed) : null,
  };
}

/** The place of a delivery in the order of a list. */
interface Place {
  readonly occurredAt: number;
  readonly eventId: string;
}

/** Newest first. */
function byAge(a: Place, b: Place): number {
  return b.occurredAt - a.occurredAt || (b.eventId < a.eventId ? -1 : b.eventId > a.eventId ? 1 : 0);
}

function cursorOf({ occurredAt, eventId }: Place): string {
  return `${occurredAt}.${eventId}`;
}

function readCursor(cursor: string): Place {
  const [, occurredAt, eventId] = /^(-?\d{1,16})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (occurredAt === undefined || eventId === undefined) {
    throw new DialproofError('malformed_request', { hint: 'the cursor is none that a list has given' });
  }
  return { occurredAt: Number(occurredAt), eventId };
}
