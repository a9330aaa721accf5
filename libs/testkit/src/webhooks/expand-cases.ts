import assert from 'node:assert/strict';
import { byManyCallers, sameJson } from '../runner/expectations.js';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import {
  BOB,
  claimDeliveries,
  claimDelivery,
  claimDue,
  claimNoDelivery,
  createWebhook,
  DELIVERED,
  deliverEvent,
  endDelivery,
  expandEvent,
  failedWith,
  GIVEN_UP,
  HOUR_MS,
  KEEP_MS,
  LEASE_MS,
  onlyWebhook,
  type WebhookStoreSubject,
} from './sample-webhooks.js';

export function expandCases(it: DefineTimedCase<WebhookStoreSubject>): void {
  it('makes a delivery to each webhook of the account with such events', async ({ store }) => {
    const wanted = ['one', 'two'];
    for (const webhookId of wanted) {
      await createWebhook(store, { webhookId, events: ['task.done', 'task.failed'] });
    }
    await createWebhook(store, { webhookId: 'of credits', events: ['credits.low'] });
    await createWebhook(store, { webhookId: 'of bob', accountId: BOB });
    const event = await expandEvent(store, {}, 2);
    const claims = await claimDeliveries(store, 2);
    assert.deepEqual(claims.map(({ lease }) => lease.webhookId).sort(), wanted);
    for (const claim of claims) {
      sameJson(claim.event, event);
      assert.deepEqual([claim.lease.eventId, claim.url], [event.eventId, 'https://ada.example/hook']);
      assert.deepEqual(claim.secrets, ['the first secret']);
      assert.equal(claim.failures, 0);
    }
    await expandEvent(store, { accountId: BOB, type: 'credits.low' }, 0);
    await claimNoDelivery(store, LEASE_MS);
  });

  it('offers each delivery of events that come from many callers, while others record theirs', async ({
    store,
  }) => {
    for (const webhookId of ['one', 'two']) await createWebhook(store, { webhookId });
    const events: string[] = [];
    const told: string[] = [];
    const deliver = async () => {
      const { claims } = await claimDue(store);
      for (const { event, lease } of claims) {
        await store.record(lease, DELIVERED);
        told.push(`${event.eventId} ${lease.webhookId}`);
      }
      return claims.length;
    };
    await byManyCallers(async () => {
      const { eventId } = await expandEvent(store, {}, 2);
      events.push(`${eventId} one`, `${eventId} two`);
      await deliver();
    });
    while ((await deliver()) > 0);
    assert.deepEqual(told.sort(), events.sort());
    await claimNoDelivery(store, null);
  });

  it('keeps deliveries for their time, and waiting ones longer', async (subject, time) => {
    const { store } = subject;
    const webhook = await createWebhook(store);
    for (let made = 0; made < 3; made += 1) {
      await expandEvent(store);
      await store.record((await claimDelivery(store)).lease, DELIVERED);
    }
    const waiting = await expandEvent(store);
    await time.pass(KEEP_MS - HOUR_MS);
    await expandEvent(store);
    assert.equal(await store.expire({ limit: 9 }), 0);
    await time.pass(HOUR_MS);
    assert.deepEqual([await store.expire({ limit: 2 }), await store.expire({ limit: 2 })], [2, 1]);
    assert.equal(await store.expire({ limit: 2 }), 0);
    assert.equal(await store.replay({ ...webhook, since: 0, which: 'all' }), 0);
    const ids = (await claimDeliveries(store, 2)).map(({ lease }) => lease.eventId);
    assert.ok(ids.includes(waiting.eventId), 'what was to be delivered is gone');
  });
}

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
