import assert from 'node:assert/strict';
import type { BalanceReadings, WebhookEvent, WebhookStore } from '@dialproof/core';
import { type DefineTimedCase, DRIFT_MS, expectRetryAfter } from '../runner/own-time.js';
import {
  ADA,
  BOB,
  claimDelivery,
  claimNoDelivery,
  createWebhook,
  HOUR_MS,
  KEEP_MS,
  LEASE_MS,
  sampleEvent,
  type WebhookStoreSubject,
} from './sample-webhooks.js';

const readings = (store: WebhookStore, limit = 9): Promise<BalanceReadings> =>
  store.claimBalanceReadings({ everyMs: HOUR_MS, limit });
const watched = (store: WebhookStore, accountId = ADA) =>
  createWebhook(store, { accountId, events: ['credits.low'] });
const lowEvent = (accountId = ADA): WebhookEvent => sampleEvent({ accountId, type: 'credits.low' });
const record = (store: WebhookStore, low: WebhookEvent | null): Promise<number> =>
  store.recordCredits(ADA, low, KEEP_MS);

export function balanceReadingCases(it: DefineTimedCase<WebhookStoreSubject>): void {
  it('reads no balance if no webhook has credits.low among its events', async ({ store }) => {
    await createWebhook(store, { events: ['task.done', 'task.failed'] });
    assert.deepEqual((await readings(store)).accounts, []);
    expectRetryAfter(await readings(store), null);
    const webhook = await watched(store);
    await store.remove(webhook);
    expectRetryAfter(await readings(store), null);
  });

  it('reads the balance of an account at once, then at the interval, for one of several callers', async (subject, time) => {
    const { store } = subject;
    await watched(store);
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = await Promise.all([1, 2, 3].map(() => readings(store)));
      assert.deepEqual(
        answers.flatMap(({ accounts }) => accounts),
        [ADA],
      );
      await time.pass(HOUR_MS - 2 * DRIFT_MS);
      const early = await readings(store);
      assert.deepEqual(early.accounts, []);
      expectRetryAfter(early, 2 * DRIFT_MS);
      await time.pass(2 * DRIFT_MS);
    }
  });

  it('claims at most as many accounts as asked, those first that are due longest', async (subject, time) => {
    const { store } = subject;
    await watched(store, BOB);
    await readings(store);
    await time.pass(LEASE_MS);
    await watched(store, ADA);
    await readings(store);
    await time.pass(2 * HOUR_MS);
    const first = await readings(store, 1);
    assert.deepEqual(first.accounts, [BOB]);
    expectRetryAfter(first, 0);
    assert.deepEqual((await readings(store, 1)).accounts, [ADA]);
    expectRetryAfter(await readings(store, 1), HOUR_MS);
  });

  it('reports low credits once, and again only after they were not low', async ({ store }) => {
    await watched(store);
    await createWebhook(store, { events: ['task.done'] });
    assert.equal(await record(store, null), 0);
    const event = lowEvent();
    assert.deepEqual([await record(store, event), await record(store, lowEvent())], [1, 0]);
    assert.equal(await record(store, lowEvent()), 0);
    const claim = await claimDelivery(store);
    assert.equal(claim.event.eventId, event.eventId);
    await claimNoDelivery(store, LEASE_MS);
    assert.deepEqual([await record(store, null), await record(store, null)], [0, 0]);
    assert.equal(await record(store, lowEvent()), 1);
  });

  it('keeps the credits of accounts apart', async ({ store }) => {
    await watched(store, ADA);
    await watched(store, BOB);
    assert.equal(await record(store, lowEvent()), 1);
    assert.equal(await store.recordCredits(BOB, lowEvent(BOB), KEEP_MS), 1);
    assert.equal(await record(store, null), 0);
    assert.equal(await store.recordCredits(BOB, lowEvent(BOB), KEEP_MS), 0);
  });

  it('counts an account as not low before when it gets its first webhook of the kind', async ({ store }) => {
    const first = await watched(store);
    await readings(store);
    assert.equal(await record(store, lowEvent()), 1);
    const second = await watched(store);
    assert.deepEqual((await readings(store)).accounts, []);
    assert.equal(await record(store, lowEvent()), 0);
    await store.remove(first);
    assert.deepEqual((await readings(store)).accounts, []);
    await store.remove(second);
    await watched(store);
    assert.deepEqual((await readings(store)).accounts, [ADA]);
    assert.equal(await record(store, lowEvent()), 1);
  });

  it('remembers the result of a reading when it is opened again', async ({ store, reopen }) => {
    await watched(store);
    await readings(store);
    await record(store, lowEvent());
    const later = (await reopen?.()) ?? store;
    const answer = await readings(later);
    assert.deepEqual(answer.accounts, []);
    expectRetryAfter(answer, HOUR_MS);
    assert.equal(await record(later, lowEvent()), 0);
  });
}
