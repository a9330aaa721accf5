import assert from 'node:assert/strict';
import type { DeliveryPage, WebhookDelivery, WebhookStore } from '@dialproof/core';
import { rejectsWithCode, sameJson } from '../runner/expectations.js';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import {
  ADA,
  BOB,
  claimDelivery,
  createWebhook,
  DELIVERED,
  endDelivery,
  expandEvent,
  failedWith,
  HOUR_MS,
  LEASE_MS,
  onlyWebhook,
  type WebhookStoreSubject,
} from './sample-webhooks.js';

const OCCURRED = Date.UTC(2026, 0, 1);

async function pageOf(
  store: WebhookStore,
  changes: { readonly limit?: number; readonly cursor?: string | null } = {},
): Promise<DeliveryPage> {
  const { webhookId } = await onlyWebhook(store);
  const page = await store.deliveries({ accountId: ADA, webhookId, limit: 100, cursor: null, ...changes });
  assert.ok(page !== undefined, 'the webhook is not found');
  return page;
}

/** The only delivery of the only webhook. */
async function onlyDelivery(store: WebhookStore): Promise<WebhookDelivery> {
  const { deliveries } = await pageOf(store);
  const [delivery] = deliveries;
  assert.ok(delivery !== undefined && deliveries.length === 1, 'there is not one delivery');
  return delivery;
}

/** Expects a shown time to be this long after another one; the clocks may drift slightly. */
function isAfter(shown: number | null, before: number, ms: number): void {
  assert.ok(
    shown !== null && Math.abs(shown - before - ms) <= 2 * DRIFT_MS,
    `${shown} is not ${ms} ms after ${before}`,
  );
}

export function shownDeliveryCases(it: DefineTimedCase<WebhookStoreSubject>): void {
  it('shows nothing of a webhook that nothing has happened to, and no webhook of another account', async ({
    store,
  }) => {
    const { webhookId } = await createWebhook(store);
    sameJson(await pageOf(store), { deliveries: [], nextCursor: null });
    const asked = { webhookId, limit: 1, cursor: null };
    assert.equal(await store.deliveries({ ...asked, accountId: BOB }), undefined);
    assert.equal(await store.deliveries({ ...asked, accountId: ADA, webhookId: 'none' }), undefined);
  });

  it('shows a waiting delivery, and the result of each try', async ({ store }, time) => {
    await createWebhook(store);
    const { eventId, occurredAt, type } = await expandEvent(store);
    const made = await onlyDelivery(store);
    const { nextTryAt, ...rest } = made;
    sameJson(rest, { ...{ eventId, type, occurredAt }, state: 'waiting', attempts: 0, lastAttempt: null });
    assert.notEqual(nextTryAt, null);

    const refused = failedWith({ answer: { status: 503, failure: null }, retryAfterMs: HOUR_MS });
    await endDelivery(store, refused);
    const failed = await onlyDelivery(store);
    const { at, ...answer } = failed.lastAttempt ?? {};
    sameJson([failed.state, failed.attempts, answer], ['waiting', 1, { status: 503, failure: null }]);
    isAfter(failed.nextTryAt, at ?? Number.NaN, HOUR_MS);

    await time.pass(HOUR_MS);
    await endDelivery(store, failedWith({ answer: { status: null, failure: 'timed_out' } }));
    const again = await onlyDelivery(store);
    const { at: _, ...silence } = again.lastAttempt ?? {};
    sameJson([again.attempts, silence], [2, { status: null, failure: 'timed_out' }]);

    await time.pass(HOUR_MS);
    await endDelivery(store, DELIVERED);
    const { attempts, lastAttempt, state, nextTryAt: none } = await onlyDelivery(store);
    sameJson([state, attempts, lastAttempt?.status, none], ['delivered', 3, 204, null]);
  });

  it('shows no next try while one is under way, and counts none that was interrupted', async ({
    store,
  }, time) => {
    await createWebhook(store);
    await expandEvent(store);
    const { lease } = await claimDelivery(store);
    const tried = await onlyDelivery(store);
    sameJson([tried.state, tried.nextTryAt], ['waiting', null]);
    await time.pass(LEASE_MS + 2 * DRIFT_MS);
    // The process with the lease may have died, so the delivery is due again.
    assert.notEqual((await onlyDelivery(store)).nextTryAt, null);
    await store.record(lease, { outcome: 'interrupted', retryAfterMs: HOUR_MS });
    const { attempts, lastAttempt } = await onlyDelivery(store);
    sameJson([attempts, lastAttempt], [0, null]);
  });

  it('shows the newest first, page after page, also of events of the same time', async ({ store }) => {
    await createWebhook(store);
    const ids: string[] = [];
    for (const occurredAt of [1, 2, 2, 2, 3].map((second) => OCCURRED + 1_000 * second)) {
      ids.push((await expandEvent(store, { occurredAt })).eventId);
    }
    for (const limit of [1, 2, 3, 5, 6]) {
      const seen: WebhookDelivery[] = [];
      let cursor: string | null = null;
      do {
        const page: DeliveryPage = await pageOf(store, { limit, cursor });
        assert.ok(page.deliveries.length > 0 && page.deliveries.length <= limit, `pages of ${limit}`);
        seen.push(...page.deliveries);
        cursor = page.nextCursor;
      } while (cursor !== null);
      assert.deepEqual(
        seen.map(({ occurredAt }) => (occurredAt - OCCURRED) / 1_000),
        [3, 2, 2, 2, 1],
      );
      assert.deepEqual(seen.map(({ eventId }) => eventId).sort(), [...ids].sort(), `pages of ${limit}`);
    }
  });

  it('refuses a cursor of deliveries that it has not given', async ({ store }) => {
    await createWebhook(store);
    for (let made = 0; made < 2; made += 1) await expandEvent(store);
    const { nextCursor } = await pageOf(store, { limit: 1 });
    for (const cursor of ['', 'x', '-1', "' OR '1'='1", '\u0000', `x${nextCursor}`, `${nextCursor} `]) {
      await rejectsWithCode(pageOf(store, { cursor }), 'malformed_request');
    }
  });
}
