import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type AccountId,
  accountId,
  type DeliveryClaim,
  type DeliveryClaimAnswer,
  type DeliveryClaimRequest,
  type DeliveryResult,
  type NewWebhook,
  type SecretRotation,
  type Webhook,
  type WebhookDisabledReason,
  type WebhookEvent,
  type WebhookStore,
} from '@dialproof/core';
import { expectRetryAfter, type KeepsTime } from '../runner/own-time.js';
import type { Reopens } from '../runner/test-runner.js';

/** The subject of a case: an empty store of its own. */
export interface WebhookStoreSubject extends KeepsTime, Reopens<WebhookStore> {
  readonly store: WebhookStore;
}

export const LEASE_MS = 60_000;
export const HOUR_MS = 3_600_000;
/** The time for which the suite keeps deliveries. */
export const KEEP_MS = 48 * HOUR_MS;
export const ADA = accountId('ada');
export const BOB = accountId('bob');

export const DELIVERED: DeliveryResult = { outcome: 'delivered', answer: { status: 204, failure: null } };
export const GONE: DeliveryResult = { outcome: 'gone', answer: { status: 410, failure: null } };
export const GIVEN_UP = failedWith({ retryAfterMs: null });

export function failedWith(
  changes: Partial<DeliveryResult & { readonly outcome: 'failed' }> = {},
): DeliveryResult {
  const answer = { status: 500, failure: null };
  return { outcome: 'failed', answer, retryAfterMs: HOUR_MS, disableAfterMs: 1_000 * HOUR_MS, ...changes };
}

/** Adds a webhook, and expects the store to take it. */
export async function createWebhook(
  store: WebhookStore,
  changes: Partial<NewWebhook> = {},
): Promise<Webhook> {
  const made = await store.create({
    webhookId: randomUUID(),
    accountId: ADA,
    url: 'https://ada.example/hook',
    events: ['task.done'],
    secret: 'the first secret',
    maxPerAccount: 9,
    madeWith: null,
    ...changes,
  });
  assert.ok(made !== undefined, 'the webhook was refused');
  return made.webhook;
}

/** Gives a webhook of Ada a new secret, in a new rotation, and resolves to the secret that the store returns. */
export function rotate(
  store: WebhookStore,
  rotation: Pick<SecretRotation, 'webhookId' | 'secret'> & Partial<SecretRotation>,
): Promise<string | undefined> {
  return store.rotate({ accountId: ADA, rotationId: randomUUID(), keepOldMs: HOUR_MS, ...rotation });
}

export function sampleEvent(changes: Partial<WebhookEvent> = {}): WebhookEvent {
  const eventId = randomUUID();
  return {
    eventId,
    type: 'task.done',
    accountId: ADA,
    occurredAt: Date.UTC(2026, 0, 1),
    data: { task_id: `task of ${eventId}`, total: 3 },
    ...changes,
  };
}

/** Expands an event, and expects this many deliveries. */
export async function expandEvent(
  store: WebhookStore,
  changes: Partial<WebhookEvent> = {},
  made = 1,
): Promise<WebhookEvent> {
  const event = sampleEvent(changes);
  assert.equal(await store.expand(event, KEEP_MS), made);
  return event;
}

export function claimDue(
  store: WebhookStore,
  changes: Partial<DeliveryClaimRequest> = {},
): Promise<DeliveryClaimAnswer> {
  return store.claim({ leaseMs: LEASE_MS, limit: 9, except: [], ...changes });
}

/** Claims, and expects one delivery. */
export async function claimDelivery(
  store: WebhookStore,
  changes: Partial<DeliveryClaimRequest> = {},
): Promise<DeliveryClaim> {
  const [claim, ...more] = (await claimDue(store, changes)).claims;
  assert.ok(claim !== undefined, 'there is no delivery to be claimed');
  assert.equal(more.length, 0, 'more was claimed than one delivery');
  return claim;
}

/** Claims one delivery and records this result. Resolves to the reason if that has disabled the webhook. */
export async function endDelivery(
  store: WebhookStore,
  result: DeliveryResult,
): Promise<WebhookDisabledReason | null> {
  return await store.record((await claimDelivery(store)).lease, result);
}

/** Expands an event for one webhook, and records this result of its delivery. */
export async function deliverEvent(store: WebhookStore, result: DeliveryResult): Promise<WebhookEvent> {
  const event = await expandEvent(store);
  await endDelivery(store, result);
  return event;
}

/** Claims due deliveries, one call after the other, and expects this many. */
export async function claimDeliveries(store: WebhookStore, count: number): Promise<readonly DeliveryClaim[]> {
  const claims: DeliveryClaim[] = [];
  for (let calls = 0; calls <= count; calls += 1) claims.push(...(await claimDue(store)).claims);
  assert.equal(claims.length, count, `${claims.length} deliveries were claimed, expected ${count}`);
  return claims;
}

/** Claims, and expects nothing, and the given `retryAfterMs`. */
export async function claimNoDelivery(store: WebhookStore, retryAfterMs: number | null): Promise<void> {
  const answer = await claimDue(store);
  assert.equal(answer.claims.length, 0, 'a delivery could be claimed');
  expectRetryAfter(answer, retryAfterMs);
}

export async function webhooksOf(store: WebhookStore, account: AccountId = ADA): Promise<readonly Webhook[]> {
  return await store.list(account);
}

export async function onlyWebhook(store: WebhookStore): Promise<Webhook> {
  const [webhook, ...more] = await webhooksOf(store);
  assert.ok(webhook !== undefined && more.length === 0, 'there is not one webhook');
  return webhook;
}
