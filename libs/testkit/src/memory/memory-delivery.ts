import {
  type DeliveryAttempt,
  type DeliveryPage,
  type DeliveryPageRequest,
  DialproofError,
  type WebhookDelivery,
  type WebhookEvent,
} from '@dialproof/core';

/** The delivery of one event to one webhook, in the {@link MemoryWebhookStore}. Times are those of `Clock.elapsed`. */
export class MemoryDelivery {
  readonly event: WebhookEvent;
  readonly webhookId: string;
  /** From this time on it may be removed, unless it is open. */
  readonly keptUntil: number;
  /** The token of its lease; null if it has none. */
  token: string | null = null;
  /** The end of its lease, or of the pause behind it. Then it can be claimed. */
  freeAt = Number.NEGATIVE_INFINITY;
  /** Whether it is still to be delivered. */
  isOpen: boolean;
  isDelivered = false;
  failures = 0;
  /** The number of attempts, those before a replay included. */
  attempts = 0;
  lastAttempt: DeliveryAttempt | null = null;

  constructor(event: WebhookEvent, webhookId: string, keptUntil: number, isOpen: boolean) {
    this.event = { ...event, data: { ...event.data } };
    this.webhookId = webhookId;
    this.keptUntil = keptUntil;
    this.isOpen = isOpen;
  }

  take(token: string, until: number): void {
    this.token = token;
    this.freeAt = until;
  }

  attempted(attempt: DeliveryAttempt): void {
    this.attempts += 1;
    this.lastAttempt = attempt;
  }

  succeed(): void {
    this.close();
    this.isDelivered = true;
  }

  /** `retryAt`: the time of the next try; null: there is none. */
  fail(retryAt: number | null): void {
    this.failures += 1;
    if (retryAt === null) this.close();
    else this.pause(retryAt);
  }

  /** Ends its lease. It cannot be claimed before `until`. */
  pause(until: number): void {
    this.token = null;
    this.freeAt = until;
  }

  close(): void {
    this.pause(Number.NEGATIVE_INFINITY);
    this.isOpen = false;
  }

  reopen(): void {
    this.isOpen = true;
    this.isDelivered = false;
    this.failures = 0;
  }
}

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
    throw new DialproofError('malformed_request', { hint: 'the cursor is not one that a list has given' });
  }
  return { occurredAt: Number(occurredAt), eventId };
}
