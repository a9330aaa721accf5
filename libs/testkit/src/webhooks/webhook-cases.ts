import assert from 'node:assert/strict';
import { byManyCallers, sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import {
  ADA,
  BOB,
  claimDelivery,
  claimNoDelivery,
  createWebhook,
  DELIVERED,
  expandEvent,
  HOUR_MS,
  rotate,
  type WebhookStoreSubject,
  webhooksOf,
} from './sample-webhooks.js';

export function webhookCases(it: DefineTimedCase<WebhookStoreSubject>): void {
  it('lists the webhooks of an account, the oldest first', async ({ store }, time) => {
    sameJson(await webhooksOf(store), []);
    const made = [await createWebhook(store, { webhookId: 'z', events: ['task.failed', 'credits.low'] })];
    await time.pass(1_000);
    made.push(await createWebhook(store, { webhookId: 'a', url: 'https://ada.example/other' }));
    const ofBob = await createWebhook(store, { accountId: BOB });
    sameJson(await webhooksOf(store), made);
    sameJson(await webhooksOf(store, BOB), [ofBob]);
    assert.deepEqual(
      made.map(({ events, url, webhookId }) => [webhookId, url, [...events].sort()]),
      [
        ['z', 'https://ada.example/hook', ['credits.low', 'task.failed']],
        ['a', 'https://ada.example/other', ['task.done']],
      ],
    );
    for (const { accountId, disabledAt, disabledReason } of made) {
      assert.deepEqual([accountId, disabledAt, disabledReason], [ADA, null, null]);
    }
    if (time.isOfClock) assert.equal(made[1]?.createdAt, time.clock.now());
  });

  it('shows no secret', async ({ store }) => {
    const made = await createWebhook(store, { secret: 'top secret' });
    await rotate(store, { ...made, secret: 'top secret too' });
    assert.ok(!JSON.stringify([made, await webhooksOf(store)]).includes('top secret'));
  });

  it('gives an account as many webhooks as it may have, also at once', async ({ store }) => {
    const create = (webhookId: string) =>
      store.create({
        ...{ webhookId, accountId: ADA, url: 'https://ada.example/', events: ['task.done'] },
        ...{ secret: 'a secret', maxPerAccount: 2, madeWith: null },
      });
    const made = await byManyCallers((caller) => create(`webhook ${caller}`));
    assert.equal(made.filter((webhook) => webhook !== undefined).length, 2);
    assert.equal((await webhooksOf(store)).length, 2);
    await createWebhook(store, { accountId: BOB, maxPerAccount: 1, madeWith: null });
  });

  it('finds an existing webhook unchanged', async ({ store }) => {
    const first = await createWebhook(store, {
      webhookId: 'a',
      secret: 'first',
      maxPerAccount: 1,
      madeWith: null,
    });
    const again = () =>
      store.create({
        ...{ webhookId: 'a', accountId: ADA, url: 'https://ada.example/other', events: ['task.failed'] },
        ...{ secret: 'again', maxPerAccount: 1, madeWith: null },
      });
    sameJson(await again(), { webhook: first, secret: 'first' });
    await rotate(store, { webhookId: 'a', secret: 'second' });
    sameJson(await again(), { webhook: first, secret: 'second' });
    sameJson(await webhooksOf(store), [first]);
  });

  it('makes a webhook once in concurrent calls', async ({ store }) => {
    const made = await Promise.all(
      ['1', '2', '3'].map((secret) =>
        store.create({
          ...{ webhookId: 'a', accountId: ADA, url: 'https://ada.example/', events: ['task.done'] },
          ...{ secret, maxPerAccount: 9, madeWith: null },
        }),
      ),
    );
    assert.equal(new Set(made.map((stored) => stored?.secret)).size, 1);
    assert.equal((await webhooksOf(store)).length, 1);
  });

  it('removes a webhook with its deliveries, for its account alone', async ({ store }) => {
    const { webhookId } = await createWebhook(store);
    const kept = await createWebhook(store, { webhookId: 'kept' });
    await expandEvent(store, {}, 2);
    assert.equal(await store.remove({ accountId: BOB, webhookId }), false);
    assert.equal((await webhooksOf(store)).length, 2);
    assert.equal(await store.remove({ accountId: ADA, webhookId }), true);
    assert.equal(await store.remove({ accountId: ADA, webhookId }), false);
    sameJson(await webhooksOf(store), [kept]);
    const { lease } = await claimDelivery(store);
    assert.deepEqual([lease.webhookId, await store.record(lease, DELIVERED)], ['kept', null]);
    await claimNoDelivery(store, null);
  });

  it('takes nothing for a delivery whose webhook was removed meanwhile', async ({ store }) => {
    const { webhookId } = await createWebhook(store);
    await expandEvent(store);
    const { lease } = await claimDelivery(store);
    await store.remove({ accountId: ADA, webhookId });
    assert.equal(await store.record(lease, DELIVERED), null);
    await claimNoDelivery(store, null);
  });

  it('keeps the secret before the last one valid for its time, and no other', async ({ store }, time) => {
    const { webhookId } = await createWebhook(store, { secret: 'first' });
    await expandEvent(store);
    const secrets = async () => {
      const { lease, secrets: valid } = await claimDelivery(store);
      await store.record(lease, { outcome: 'interrupted', retryAfterMs: 0 });
      return valid;
    };
    assert.deepEqual(await secrets(), ['first']);
    const ofBob = { accountId: BOB, webhookId, secret: 'of another account' };
    assert.equal(await rotate(store, ofBob), undefined);
    assert.equal(await rotate(store, { webhookId, secret: 'second' }), 'second');
    assert.deepEqual(await secrets(), ['second', 'first']);
    assert.equal(await rotate(store, { webhookId, secret: 'third' }), 'third');
    assert.deepEqual(await secrets(), ['third', 'second']);
    await time.pass(HOUR_MS);
    assert.deepEqual(await secrets(), ['third']);
    assert.equal(await rotate(store, { webhookId: 'none', secret: 'x' }), undefined);
  });

  it('changes nothing when its last rotation is repeated', async ({ store, reopen }, time) => {
    const { webhookId } = await createWebhook(store, { secret: 'first' });
    const rotation = { webhookId, rotationId: 'a rotation' };
    await rotate(store, { ...rotation, secret: 'second' });
    await time.pass(HOUR_MS / 2);
    const later = (await reopen?.()) ?? store;
    const again = ['third', 'fourth'].map((secret) => rotate(later, { ...rotation, secret }));
    assert.deepEqual(await Promise.all(again), ['second', 'second']);
    await expandEvent(later);
    const { lease, secrets } = await claimDelivery(later);
    assert.deepEqual(secrets, ['second', 'first']);
    await later.record(lease, { outcome: 'interrupted', retryAfterMs: 0 });
    await time.pass(HOUR_MS / 2);
    assert.deepEqual((await claimDelivery(later)).secrets, ['second']);
    assert.equal(await rotate(later, { webhookId, rotationId: 'another', secret: 'fifth' }), 'fifth');
  });

  it('remembers webhooks, secrets and deliveries when it is opened again', async (subject) => {
    const { store, reopen } = subject;
    const webhook = await createWebhook(store, { secret: 'first' });
    await rotate(store, { ...webhook, secret: 'second' });
    const event = await expandEvent(store);
    const later = (await reopen?.()) ?? store;
    sameJson(await webhooksOf(later), [webhook]);
    const claim = await claimDelivery(later);
    sameJson(claim.event, event);
    assert.deepEqual(claim.secrets, ['second', 'first']);
    assert.equal(await later.expand(event, HOUR_MS), 0);
  });

  it('keeps copies of webhooks and events, and gives copies', async ({ store }) => {
    const events: ('task.done' | 'task.failed')[] = ['task.done'];
    const made = await createWebhook(store, { events });
    const unspoilt = structuredClone(made);
    events[0] = 'task.failed';
    for (const key of Object.keys(made)) Reflect.set(made, key, 'overwritten');
    sameJson(await webhooksOf(store), [unspoilt]);
    const data = { task_id: 'a task' };
    await expandEvent(store, { data });
    data.task_id = 'another task';
    const first = await claimDelivery(store);
    Reflect.set(first.event.data, 'task_id', 'one more task');
    await store.record(first.lease, { outcome: 'interrupted', retryAfterMs: 0 });
    sameJson((await claimDelivery(store)).event.data, { task_id: 'a task' });
  });
}
