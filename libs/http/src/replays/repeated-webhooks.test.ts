import { MemoryReplayStore } from '@dialproof/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bearer } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { serveContract } from '../fixtures/serve-contract.fixture.js';
import type { ContractWebhooks } from '../operations/webhooks/contract-webhooks.js';

const HOOK = { url: 'https://acme.example/hooks', events: ['task.done'] };

/** The contract with webhooks that fail after their work is done, so that its outcome is unknown. */
async function serving() {
  const failing = () => Promise.reject(new Error('the connection to the database broke'));
  const create = vi.fn<ContractWebhooks['create']>(failing);
  const rotate = vi.fn<ContractWebhooks['rotate']>(failing);
  const unexpected = () => Promise.reject(new TypeError('not expected to be called'));
  const replays = new MemoryReplayStore();
  // The lease of each attempt has ended when the next one comes.
  const begin = replays.begin.bind(replays);
  replays.begin = (request) => begin({ ...request, leaseMs: 0 });
  const webhooks = {
    create,
    rotate,
    list: unexpected,
    remove: unexpected,
    replay: unexpected,
    deliveries: unexpected,
  };
  const served = await serveContract({ replays }, { webhooks, onError: () => {} });
  onTestFinished(() => served.close());
  const post = async (path: string, headers: Record<string, string>, body?: string) => {
    const init = { method: 'POST', headers: { ...bearer, ...headers }, ...(body && { body }) };
    return (await fetch(`${served.baseUrl}/v1/webhooks${path}`, init)).status;
  };
  return { create, rotate, post };
}

describe('a request for a webhook that is repeated with its key', () => {
  it('has the same webhook id, and another request has another one', async () => {
    const { create, post } = await serving();
    const json = { 'content-type': 'application/json' };
    for (const key of ['a key', 'a key', 'another']) {
      expect(await post('', { ...json, 'idempotency-key': key }, JSON.stringify(HOOK))).toBe(500);
    }
    const [first, again, other] = create.mock.calls.map(([{ requestId }]) => requestId);
    expect(first).toMatch(/./);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    await post('', json, JSON.stringify(HOOK));
    expect(create).toHaveBeenLastCalledWith({ accountId: 'acme', ...HOOK, madeWith: null });
  });

  it('has the same rotation id', async () => {
    const { post, rotate } = await serving();
    for (let time = 0; time < 2; time += 1) await post('/7f/secret', { 'idempotency-key': 'a key' });
    const [first, again] = rotate.mock.calls.map(([{ requestId }]) => requestId);
    expect(first).toMatch(/./);
    expect(again).toBe(first);
  });
});
