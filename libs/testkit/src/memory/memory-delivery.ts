import type { DeliveryAttempt, WebhookEvent } from '@dialproof/core';

/** The delivery of one event to one webhook, in the {@link MemoryWebhookStore}. Times are those of `Clock.elapsed`. */
export class MemoryDelivery {
  readonly event: WebhookEvent;
  readonly webhookId: string;
  /** It may be removed from then on, unless it is open. */
  readonly keptUntil: number;
  /** Of its lease; null if it has none. */
  token: string | null = null;
  /** It can be claimed from then on: the end of its lease, or of the pause after it. */
  freeAt = Number.NEGATIVE_INFINITY;
  /** Whether it is still to be delivered. */
  isOpen: boolean;
  isDelivered = false;
  failures = 0;
  /** Attempts before a replay included. */
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
