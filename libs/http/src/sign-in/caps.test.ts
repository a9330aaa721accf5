import { type CreditCaps, DialproofError, type E164 } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import {
  answering,
  bearer,
  queuedTask,
  serviceWith,
} from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { createFetchHandler } from '../fetch/fetch-handler.js';

const CAPS: CreditCaps = { maxCreditsPerTask: 3, day: { maxCredits: 5, countedAs: 'crm' } };
const TASK = `/v1/verify/tasks/${queuedTask().taskId}`;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends a check, a file and a retry, and returns the caps with which the service was called. */
async function passedBy(signIn: Partial<HttpContractOptions>) {
  const passed: unknown[] = [];
  const service = serviceWith({
    async verify({ caps }) {
      passed.push(caps);
      return { phone: '+14155550100' as E164, status: 'dead', checkedAt: 0 };
    },
    async submit({ caps, content }) {
      for await (const _ of content as AsyncIterable<Uint8Array>);
      passed.push(caps);
      return queuedTask();
    },
    async retry({ caps }) {
      passed.push(caps);
      return queuedTask();
    },
  });
  const handler = createFetchHandler({ service, ...signIn });
  const ask = async (path: string, init: RequestInit) =>
    (await handler(new Request(`https://x${path}`, { method: 'POST', ...init }))).status;
  const form = new FormData();
  form.append('file', new Blob(['phone\n+14155550100\n']), 'a.csv');
  const body = JSON.stringify({ phone: '+14155550100' });
  const statuses = [
    await ask('/v1/verify', { body, headers: { ...bearer, ...JSON_TYPE } }),
    await ask('/v1/verify/batch', { body: form, headers: bearer }),
    await ask(`${TASK}/retry`, { headers: bearer }),
  ];
  expect(statuses).toEqual([200, 202, 202]);
  return passed;
}

describe('the caps of credentials', () => {
  it('are those of a check, a file and a retry', async () => {
    const known = { accountId: 'acme', suspended: false, caps: CAPS };
    expect(await passedBy({ authenticator: answering(known) })).toEqual([CAPS, CAPS, CAPS]);
    expect(await passedBy({ account: () => ({ accountId: 'acme', caps: CAPS }) })).toEqual([
      CAPS,
      CAPS,
      CAPS,
    ]);
    expect(await passedBy({ account: () => 'acme' })).toEqual([undefined, undefined, undefined]);
  });

  it('say in a refusal which it is, and when its day ends', async () => {
    const refusal = new DialproofError('daily_limit_reached', {
      hint: 'none are left',
      retryAfterMs: 7_200_000,
    });
    const handler = createFetchHandler({
      service: serviceWith({ verify: () => Promise.reject(refusal) }),
      account: () => 'acme',
    });
    const body = JSON.stringify({ phone: '+14155550100' });
    const request = new Request('https://x/v1/verify', { method: 'POST', body, headers: JSON_TYPE });
    const reply = await handler(request);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7200']);
    expect(await reply.json()).toEqual({ detail: 'daily_limit_reached', hint: 'none are left' });
  });
});
