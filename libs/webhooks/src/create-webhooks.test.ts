import { isDialproofError, type WebhookEventType } from '@dialproof/core';
import { MemoryWebhookStore } from '@dialproof/testkit/memory';
import { describe, expect, it } from 'vitest';
import { createWebhooks } from './create-webhooks.js';
import { ADA, BOB, trialWebhooks } from './trial-webhooks.fixture.js';
import type { WebhooksOptions } from './webhook-options.js';

const URL = 'https://ada.example/hooks';
const EVENTS: readonly WebhookEventType[] = ['task.failed', 'task.done', 'task.done'];

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'it resolved';
  } catch (error) {
    return isDialproofError(error) ? error.code : String(error);
  }
}

describe('webhooks', () => {
  it('are made with a secret of 32 bytes that is shown once', async () => {
    const { webhooks } = trialWebhooks();
    const { secret, ...webhook } = await webhooks.create({ accountId: ADA, url: URL, events: EVENTS });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ accountId: ADA, url: URL, events: ['task.done', 'task.failed'] });
    expect(await webhooks.list(ADA)).toEqual([webhook]);
    expect(JSON.stringify(await webhooks.list(ADA))).not.toContain('whsec_');
    const other = await webhooks.create({ accountId: ADA, url: URL, events: EVENTS });
    expect(other.secret).not.toBe(secret);
  });

  it('are as many for an account as it may have', async () => {
    const { webhooks } = trialWebhooks({ maxPerAccount: 1 });
    const request = { accountId: ADA, url: URL, events: EVENTS };
    await webhooks.create(request);
    expect(await codeOf(webhooks.create(request))).toBe('too_many_webhooks');
    await webhooks.create({ ...request, accountId: BOB });
  });

  it('are made once by a repeated request, and refused to another request with its id', async () => {
    const { webhooks } = trialWebhooks({ maxPerAccount: 1 });
    const request = { accountId: ADA, url: URL, events: EVENTS, requestId: 'a request' };
    const made = await webhooks.create(request);
    expect(await webhooks.create(request)).toEqual(made);
    expect(await webhooks.list(ADA)).toHaveLength(1);
    expect(await codeOf(webhooks.create({ ...request, url: `${URL}/2` }))).toBe('idempotency_key_reused');
    expect(await codeOf(webhooks.create({ ...request, events: ['task.done'] }))).toBe(
      'idempotency_key_reused',
    );
    const ofBob = await webhooks.create({ ...request, accountId: BOB });
    expect(ofBob.webhookId).not.toBe(made.webhookId);
    expect(ofBob.secret).not.toBe(made.secret);
    await expect(webhooks.create({ ...request, requestId: '' })).rejects.toThrow(TypeError);
  });

  it('keep the secret in use when a rotation is repeated', async () => {
    const { webhooks, store, taskEnds } = trialWebhooks();
    const { webhookId, secret } = await webhooks.create({ accountId: ADA, url: URL, events: EVENTS });
    const rotation = { accountId: ADA, webhookId, requestId: 'a request' };
    const rotated = await webhooks.rotate(rotation);
    expect(await webhooks.rotate(rotation)).toEqual(rotated);
    const event = {
      eventId: taskEnds(),
      type: 'task.done',
      accountId: ADA,
      occurredAt: 0,
      data: {},
    } as const;
    await store.expand(event, 60_000);
    const { claims } = await store.claim({ leaseMs: 60_000, limit: 1, except: [] });
    expect(claims.map(({ secrets }) => secrets)).toEqual([[rotated.secret, secret]]);
    expect(await webhooks.rotate({ accountId: ADA, webhookId })).not.toEqual(rotated);
  });

  it('are not found by another account', async () => {
    const { webhooks } = trialWebhooks();
    const { webhookId } = await webhooks.create({ accountId: ADA, url: URL, events: EVENTS });
    for (const key of [
      { accountId: BOB, webhookId },
      { accountId: ADA, webhookId: 'none' },
    ]) {
      expect(await codeOf(webhooks.remove(key))).toBe('webhook_not_found');
      expect(await codeOf(webhooks.rotate(key))).toBe('webhook_not_found');
      expect(await codeOf(webhooks.replay({ ...key, since: 0 }))).toBe('webhook_not_found');
    }
    await webhooks.remove({ accountId: ADA, webhookId });
    expect(await webhooks.list(ADA)).toEqual([]);
  });

  it('refuse values that a host should have checked', async () => {
    const { webhooks } = trialWebhooks();
    const create = (changes: object) =>
      webhooks.create({ accountId: ADA, url: URL, events: EVENTS, ...changes });
    const webhook = await create({});
    await expect(create({ events: [] })).rejects.toThrow(TypeError);
    await expect(create({ events: ['task.begun'] })).rejects.toThrow(TypeError);
    await expect(create({ accountId: undefined })).rejects.toThrow(TypeError);
    expect(await codeOf(create({ url: 'http://ada.example/' }))).toBe('invalid_webhook_url');
    await expect(webhooks.rotate({ ...webhook, keepOldMs: -1 })).rejects.toThrow(RangeError);
    await expect(webhooks.replay({ ...webhook, since: Number.NaN })).rejects.toThrow(TypeError);
  });

  it.each([
    [{ store: {} }, TypeError],
    [{ outbox: undefined }, TypeError],
    [{ creditsLow: { ledger: {}, below: 1 } }, TypeError],
    [
      { creditsLow: { ledger: { balance: async () => ({ available: 0, held: 0 }) }, below: 1, every: 5 } },
      TypeError,
    ],
    [{ creditsLow: { ledger: { balance: async () => ({ available: 0, held: 0 }) }, below: 0 } }, RangeError],
    [{ timeoutMs: 999 }, TypeError],
    [{ maxInFlight: 0 }, RangeError],
    [{ maxInFlight: 2, maxInFlightPerWebhook: 3 }, RangeError],
    [{ maxPerAccount: 1.5 }, RangeError],
    [{ keepMs: 0 }, TypeError],
    [{ disableAfterMs: Number.NaN }, TypeError],
    [{ closeGraceMs: -1 }, TypeError],
    [{ allowNetworks: ['localhost'] }, RangeError],
  ])('refuse invalid options: %j', (options, error) => {
    const all = { store: new MemoryWebhookStore(), outbox: null, ...options } as unknown as WebhooksOptions;
    expect(() => createWebhooks(all)).toThrow(error);
  });
});
