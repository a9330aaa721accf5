import type { EventClaim, EventOutbox, FailureReporter, WebhookStore } from '@dialproof/core';
import type { StepOutcome } from './step.js';

export interface OutboxEventsSettings {
  readonly outbox: EventOutbox;
  readonly store: WebhookStore;
  readonly reporter: FailureReporter;
  readonly keepMs: number;
}

const LEASE_MS = 60_000;
const LIMIT = 50;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Makes deliveries of the events that wait in the outbox. An event is acknowledged once its deliveries are stored: after a kill in between
 * the store makes none a second time.
 */
export async function expandOutboxEvents(settings: OutboxEventsSettings): Promise<StepOutcome> {
  const { outbox } = settings;
  const { claims, retryAfterMs } = await outbox.claimEvents({ leaseMs: LEASE_MS, limit: LIMIT });
  // Together, so that a store may write them in one go.
  await Promise.all(claims.map((claim) => expand(claim, settings)));
  return { did: claims.length > 0, afterMs: claims.length > 0 ? 0 : retryAfterMs };
}

async function expand({ event, lease, tries }: EventClaim, settings: OutboxEventsSettings): Promise<void> {
  const { keepMs, outbox, reporter, store } = settings;
  const { accountId, eventId, kind, occurredAt, taskId } = event;
  try {
    await store.expand({ eventId, type: kind, accountId, occurredAt, data: { task_id: taskId } }, keepMs);
    await outbox.acknowledge(lease);
  } catch (error) {
    reporter.report('work_failed', error);
    await outbox.postpone(lease, Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS));
  }
}
