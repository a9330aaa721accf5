import assert from 'node:assert/strict';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import {
  BOB,
  claimDeliveries,
  claimDelivery,
  claimNoDelivery,
  createWebhook,
  DELIVERED,
  deliverEvent,
  endDelivery,
  expandEvent,
  failedWith,
  GIVEN_UP,
  HOUR_MS,
  LEASE_MS,
  onlyWebhook,
  type WebhookStoreSubject,
} from './sample-webhooks.js';

const NOON = Date.UTC(2026, 0, 1, 12);

export function replayCases(it: DefineTimedCase<WebhookStoreSubject>): void {
  it('replays abandoned deliveries, as the same event and without failures', async ({ store }) => {
    const webhook = await createWebhook(store);
    const event = await deliverEvent(store, GIVEN_UP);
    await deliverEvent(store, DELIVERED);
    assert.equal(await store.replay({ ...webhook, since: 0, which: 'undelivered' }), 1);
    assert.equal(await store.replay({ ...webhook, since: 0, which: 'undelivered' }), 0);
    const claim = await claimDelivery(store);
    assert.deepEqual([claim.event.eventId, claim.failures], [event.eventId, 0]);
    await claimNoDelivery(store, LEASE_MS);
  });

  it('replays delivered events too, on request', async ({ store }) => {
    const webhook = await createWebhook(store);
    for (const result of [DELIVERED, GIVEN_UP]) {
      await deliverEvent(store, result);
    }
    assert.equal(await store.replay({ ...webhook, since: 0, which: 'all' }), 2);
    const [one, other] = await claimDeliveries(store, 2);
    assert.ok(one !== undefined && other !== undefined);
    await store.record(one.lease, GIVEN_UP);
    await store.record(other.lease, DELIVERED);
    assert.equal(await store.replay({ ...webhook, since: 0, which: 'undelivered' }), 1);
  });

  it('replays events of that time or later, to that webhook only', async ({ store }) => {
    const webhook = await createWebhook(store);
    await createWebhook(store, { webhookId: 'another' });
    await createWebhook(store, { accountId: BOB });
    for (const occurredAt of [NOON - 1, NOON, NOON + 1]) {
      await expandEvent(store, { occurredAt }, 2);
      for (const { lease } of await claimDeliveries(store, 2)) await store.record(lease, GIVEN_UP);
    }
    const { webhookId } = webhook;
    assert.equal(await store.replay({ accountId: BOB, webhookId, since: 0, which: 'all' }), undefined);
    await claimNoDelivery(store, null);
    assert.equal(await store.replay({ ...webhook, since: NOON, which: 'undelivered' }), 2);
    for (const { event, lease } of await claimDeliveries(store, 2)) {
      assert.equal(lease.webhookId, webhookId);
      assert.ok(event.occurredAt >= NOON);
    }
  });

  it('leaves waiting deliveries unchanged', async ({ store }) => {
    const webhook = await createWebhook(store);
    await expandEvent(store);
    const paused = await claimDelivery(store);
    await store.record(paused.lease, failedWith({ retryAfterMs: HOUR_MS }));
    await expandEvent(store);
    const leased = await claimDelivery(store);
    assert.equal(await store.replay({ ...webhook, since: 0, which: 'all' }), 0);
    await claimNoDelivery(store, LEASE_MS);
    await store.record(leased.lease, DELIVERED);
    await claimNoDelivery(store, HOUR_MS);
  });

  it('enables the webhook, with the events of the meantime', async ({ store }, time) => {
    const webhook = await createWebhook(store);
    const failed = failedWith({ retryAfterMs: 0, disableAfterMs: HOUR_MS });
    await deliverEvent(store, failed);
    await time.pass(HOUR_MS);
    assert.equal(await endDelivery(store, failed), 'failing');
    await expandEvent(store);
    await claimNoDelivery(store, null);
    assert.equal(await store.replay({ ...webhook, since: 0, which: 'undelivered' }), 2);
    const { disabledAt, disabledReason } = await onlyWebhook(store);
    assert.deepEqual([disabledAt, disabledReason], [null, null]);
    await time.pass(HOUR_MS - DRIFT_MS);
    const { lease } = await claimDelivery(store);
    assert.equal(await store.record(lease, failed), null);
  });
}
