import assert from 'node:assert/strict';
import { sameJson } from '../runner/expectations.js';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import {
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
  GONE,
  HOUR_MS,
  LEASE_MS,
  onlyWebhook,
  rotate,
  sampleEvent,
  type WebhookStoreSubject,
} from './sample-webhooks.js';

export function deliveryCases(it: DefineTimedCase<WebhookStoreSubject>): void {
  it('claims a delivery again when its lease has ended without a record, not before', async (subject, time) => {
    const { store } = subject;
    await createWebhook(store);
    const event = await expandEvent(store);
    const first = await claimDelivery(store);
    await time.pass(LEASE_MS - 2 * DRIFT_MS);
    await claimNoDelivery(store, 2 * DRIFT_MS);
    await time.pass(2 * DRIFT_MS);
    const again = await claimDelivery(store);
    sameJson(again.event, event);
    assert.equal(again.failures, 0);
    assert.notEqual(again.lease.token, first.lease.token);
  });

  it('claims a delivery that failed when its pause is over, and counts the failures', async (subject, time) => {
    const { store } = subject;
    await createWebhook(store);
    await expandEvent(store);
    for (const failures of [0, 1, 2]) {
      const claim = await claimDelivery(store);
      assert.equal(claim.failures, failures);
      assert.equal(await store.record(claim.lease, failedWith({ retryAfterMs: HOUR_MS })), null);
      await claimNoDelivery(store, HOUR_MS);
      await time.pass(HOUR_MS);
    }
    const { lease } = await claimDelivery(store);
    await store.record(lease, { outcome: 'interrupted', retryAfterMs: HOUR_MS });
    await claimNoDelivery(store, HOUR_MS);
    await time.pass(HOUR_MS);
    assert.equal((await claimDelivery(store)).failures, 3);
  });

  it('takes the record of a lease whose time has passed, unless others were given one', async (subject, time) => {
    const { store } = subject;
    await createWebhook(store);
    await expandEvent(store);
    const lost = await claimDelivery(store);
    await time.pass(LEASE_MS);
    const late = await claimDelivery(store);
    for (const result of [DELIVERED, GIVEN_UP, GONE]) {
      assert.equal(await store.record(lost.lease, result), null);
    }
    await claimNoDelivery(store, LEASE_MS);
    assert.equal((await onlyWebhook(store)).disabledAt, null);
    await time.pass(2 * LEASE_MS);
    await store.record(late.lease, DELIVERED);
    await claimNoDelivery(store, null);
  });

  it('disables a webhook that is gone, and claims nothing more of it', async ({ store }, time) => {
    const { webhookId } = await createWebhook(store);
    await expandEvent(store);
    await expandEvent(store);
    const { lease } = await claimDelivery(store);
    await time.pass(1_000);
    assert.equal(await store.record(lease, GONE), 'gone');
    await expandEvent(store);
    await claimNoDelivery(store, null);
    const webhook = await onlyWebhook(store);
    assert.equal(webhook.disabledReason, 'gone');
    if (time.isOfClock) assert.equal(webhook.disabledAt, time.clock.now());
    assert.ok(webhook.disabledAt !== null);
    await createWebhook(store, { webhookId: 'another' });
    await expandEvent(store, {}, 2);
    assert.notEqual((await claimDelivery(store)).lease.webhookId, webhookId);
  });

  it('disables a webhook whose deliveries have failed for so long without a success', async (subject, time) => {
    const { store } = subject;
    await createWebhook(store);
    const failed = failedWith({ retryAfterMs: 0, disableAfterMs: 5 * HOUR_MS });
    const fail = () => endDelivery(store, failed);
    await expandEvent(store);
    assert.equal(await fail(), null);
    await time.pass(4 * HOUR_MS);
    assert.equal(await fail(), null);
    await endDelivery(store, DELIVERED);
    await expandEvent(store);
    await time.pass(4 * HOUR_MS);
    assert.equal(await fail(), null);
    await time.pass(5 * HOUR_MS);
    assert.deepEqual([await fail(), (await onlyWebhook(store)).disabledReason], ['failing', 'failing']);
    await claimNoDelivery(store, null);
  });

  it('does nothing for a delivery that it does not know', async ({ store }) => {
    await createWebhook(store, { webhookId: 'a webhook' });
    const lease = { eventId: 'no event', webhookId: 'a webhook', token: 'a token' };
    assert.deepEqual([await store.record(lease, GONE), (await onlyWebhook(store)).disabledAt], [null, null]);
    await claimNoDelivery(store, null);
  });

  for (const [direction, ms] of [
    ['ahead', 24 * HOUR_MS],
    ['back', -24 * HOUR_MS],
  ] as const) {
    it(`measures leases, pauses and secrets alike when the clock is set ${direction}`, async (subject, time) => {
      const { store } = subject;
      const webhook = await createWebhook(store);
      await rotate(store, { ...webhook, secret: 'new', keepOldMs: 2 * LEASE_MS });
      await expandEvent(store);
      const paused = await claimDelivery(store);
      await store.record(paused.lease, failedWith({ retryAfterMs: 2 * LEASE_MS }));
      await expandEvent(store);
      await claimDelivery(store);
      time.setClock(ms);
      await claimNoDelivery(store, LEASE_MS);
      await time.pass(LEASE_MS);
      assert.equal((await claimDelivery(store)).secrets.length, 2);
      await claimNoDelivery(store, LEASE_MS);
      await time.pass(LEASE_MS);
      assert.deepEqual(
        (await claimDeliveries(store, 2)).map(({ secrets }) => secrets),
        [['new'], ['new']],
      );
    });
  }

  it('remembers leases, failures and disabled webhooks when it is opened again', async (subject, time) => {
    const { store, reopen } = subject;
    const gone = await createWebhook(store);
    await deliverEvent(store, GONE);
    await createWebhook(store, { webhookId: 'second', events: ['task.failed'] });
    await expandEvent(store, { type: 'task.failed' });
    await endDelivery(store, failedWith({ retryAfterMs: 0 }));
    const { lease } = await claimDelivery(store);
    const later = (await reopen?.()) ?? store;
    await claimNoDelivery(later, LEASE_MS);
    await later.record(lease, failedWith({ retryAfterMs: LEASE_MS }));
    await time.pass(LEASE_MS);
    assert.equal((await claimDelivery(later)).failures, 2);
    const [first] = await later.list(gone.accountId);
    assert.equal(first?.disabledReason, 'gone');
    await later.expand(sampleEvent(), HOUR_MS);
  });
}
