import type { WebhookEvent } from '../../model/webhook.js';
import type { DeliveryAttempt } from '../../model/webhook-delivery.js';
import { MemoryLease } from '../memory-lease.js';

/** The delivery of one event to one webhook, in the {@link MemoryWebhookStore}. Times are those of `Clock.elapsed`. */
export class MemoryDelivery {
  readonly event: WebhookEvent;
  readonly webhookId: string;
  /** It may be removed from then on, unless it is open. */
  readonly keptUntil: number;
  readonly lease = new MemoryLease();
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
    else this.lease.end(retryAt);
  }

  close(): void {
    this.lease.end();
    this.isOpen = false;
  }

  reopen(): void {
    this.isOpen = true;
    this.isDelivered = false;
    this.failures = 0;
  }
}
