import type { DeliveryFailure, WebhookDelivery } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { answering, Receiver } from './receiver.fixture.js';
import { ADA, BOB, type TrialOptions, trialWebhooks } from './trial-webhooks.fixture.js';

const HOOK = { url: 'https://receiver.test/hooks', events: ['task.done'] as const };

/** The account's view of a delivery that was tried once. */
async function triedOnce(options: TrialOptions, url = HOOK.url): Promise<WebhookDelivery | undefined> {
  const { taskEnds, webhooks } = trialWebhooks(options);
  const webhook = await webhooks.create({ ...HOOK, accountId: ADA, url });
  taskEnds();
  await webhooks.work();
  const { deliveries, nextCursor } = await webhooks.deliveries(webhook);
  expect([deliveries.length, nextCursor]).toEqual([1, null]);
  return deliveries[0];
}

describe('the deliveries that an account sees', () => {
  it.each([
    [204, 'delivered'],
    [302, 'waiting'],
    [503, 'waiting'],
    [410, 'undelivered'],
  ])('have the status %i of their answer: %s', async (status, state) => {
    const receiver = await Receiver.start();
    receiver.answer = answering(status);
    const shown = await triedOnce({ receiver }, receiver.url);
    expect(shown).toMatchObject({ state, attempts: 1, lastAttempt: { status, failure: null } });
  });

  it.each<[string, DeliveryFailure, TrialOptions]>([
    ['leads to a private address', 'address_refused', { allowNetworks: [] }],
    ['has no address', 'name_not_found', { resolve: async () => [] }],
    [
      'is not known',
      'name_not_found',
      { resolve: () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' })) },
    ],
  ])('say no more than that if the name %s', async (_what, failure, options) => {
    const shown = await triedOnce(options);
    expect(shown).toMatchObject({ state: 'waiting', lastAttempt: { status: null, failure } });
    expect(JSON.stringify(shown)).not.toMatch(/127\.0|ENOTFOUND/);
  });

  it('say that no server listens there', async () => {
    const receiver = await Receiver.start();
    const { url } = receiver;
    await receiver.close();
    expect(await triedOnce({ receiver }, url)).toMatchObject({
      lastAttempt: { status: null, failure: 'connection_failed' },
    });
  });

  it('say that the certificate is not trusted', async () => {
    const receiver = await Receiver.start();
    expect(await triedOnce({}, receiver.url)).toMatchObject({
      lastAttempt: { status: null, failure: 'certificate_refused' },
    });
  });

  it('are those of one webhook of one account', async () => {
    const { webhooks } = trialWebhooks();
    const { webhookId } = await webhooks.create({ ...HOOK, accountId: ADA });
    await expect(webhooks.deliveries({ webhookId, accountId: BOB })).rejects.toMatchObject({
      code: 'webhook_not_found',
    });
  });

  it.each([0, 101, 1.5])('are not %d on a page', async (limit) => {
    const { webhooks } = trialWebhooks();
    const webhook = await webhooks.create({ ...HOOK, accountId: ADA });
    await expect(webhooks.deliveries({ ...webhook, limit })).rejects.toThrow(RangeError);
  });
});
