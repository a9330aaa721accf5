import assert from 'node:assert/strict';
import { accountId, type WebhookStore } from '@dialproof/core';
import {
  type CreateOnClock,
  type DefineTimedCase,
  expectRetryAfter,
  timedCasesWith,
} from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { balanceReadingCases } from './balance-reading-cases.js';
import { deliveryCases } from './delivery-cases.js';
import { expandCases, replayCases } from './expand-cases.js';
import {
  ADA,
  BOB,
  claimDeliveries,
  claimDelivery,
  claimDue,
  createWebhook,
  DELIVERED,
  expandEvent,
  LEASE_MS,
  type WebhookStoreSubject,
} from './sample-webhooks.js';
import { shownDeliveryCases } from './shown-delivery-cases.js';
import { webhookCases } from './webhook-cases.js';

const CARL = accountId('carl');

/** Makes this many deliveries to a webhook of the account, and resolves to its id. */
async function expandMany(store: WebhookStore, account: typeof ADA, count: number): Promise<string> {
  const { webhookId } = await createWebhook(store, { accountId: account });
  for (let made = 0; made < count; made += 1) await expandEvent(store, { accountId: account });
  return webhookId;
}

function turnCases(it: DefineTimedCase<WebhookStoreSubject>): void {
  it('claims one delivery of each account in a call, and says that there are more', async ({ store }) => {
    await expandMany(store, ADA, 3);
    await expandMany(store, BOB, 1);
    const first = await claimDue(store);
    assert.deepEqual(first.claims.map(({ event }) => event.accountId).sort(), [ADA, BOB]);
    expectRetryAfter(first, 0);
    await claimDelivery(store);
    expectRetryAfter(await claimDue(store), LEASE_MS);
  });

  it('serves accounts in turn, however much each has', async ({ store }) => {
    await expandMany(store, ADA, 5);
    await expandMany(store, BOB, 2);
    await expandMany(store, CARL, 1);
    const served: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const { event, lease } = await claimDelivery(store, { limit: 1 });
      served.push(event.accountId);
      await store.record(lease, DELIVERED);
    }
    assert.deepEqual(served.slice(0, 3).sort(), [ADA, BOB, CARL]);
    assert.deepEqual(served.slice(3, 5).sort(), [ADA, BOB]);
    assert.equal(served[5], ADA);
  });

  it('serves the webhooks of an account in turn, however much each has', async ({ store }) => {
    const many = await createWebhook(store, { events: ['task.done'] });
    for (let made = 0; made < 4; made += 1) await expandEvent(store);
    const few = await createWebhook(store, { events: ['task.failed'] });
    await expandEvent(store, { type: 'task.failed' });
    const served: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const { lease } = await claimDelivery(store);
      served.push(lease.webhookId);
      await store.record(lease, DELIVERED);
    }
    assert.deepEqual(served.slice(0, 2).sort(), [few.webhookId, many.webhookId].sort());
    assert.deepEqual(new Set(served.slice(2)), new Set([many.webhookId]));
  });

  it('lets a webhook that is left out delay no other of its account', async ({ store }) => {
    const [slow, fast] = [await createWebhook(store), await createWebhook(store)];
    for (let made = 0; made < 3; made += 1) await expandEvent(store, {}, 2);
    for (let made = 0; made < 3; made += 1) {
      const { lease } = await claimDelivery(store, { except: [slow.webhookId] });
      assert.equal(lease.webhookId, fast.webhookId);
      await store.record(lease, DELIVERED);
    }
    expectRetryAfter(await claimDue(store, { except: [slow.webhookId] }), null);
    const left = await claimDeliveries(store, 3);
    assert.deepEqual(new Set(left.map(({ lease }) => lease.webhookId)), new Set([slow.webhookId]));
  });
}

/** Tests every sentence of {@link WebhookStore}. Each case calls `create` for an empty store that goes by the clock. */
export function webhookStoreContract(runner: TestRunner, create: CreateOnClock<WebhookStoreSubject>): void {
  runner.describe('webhook store contract', () => {
    const it = timedCasesWith(runner, create);
    webhookCases(it);
    expandCases(it);
    deliveryCases(it);
    shownDeliveryCases(it);
    turnCases(it);
    replayCases(it);
    balanceReadingCases(it);
  });
}
