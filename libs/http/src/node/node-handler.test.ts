import type { E164 } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import { bearer, serviceWith, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type ServedContract, serveListener } from '../fixtures/serve-contract.fixture.js';
import { createNodeHandler, type NodeHandlerOptions } from './node-handler.js';

// Only ever the one that is asked for.
const PHONE = '+14155552671' as E164;

const options: NodeHandlerOptions = {
  service: serviceWith({
    balance: async () => ({ available: 7, held: 0 }),
    verify: async () => ({ phone: PHONE, status: 'dead', checkedAt: 0 }),
  }),
  authenticator: tokens,
};

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function get(path: string, init: RequestInit = {}): Promise<readonly [status: number, text: string]> {
  const reply = await fetch(`${served?.baseUrl}${path}`, { headers: bearer, ...init });
  return [reply.status, await reply.text()];
}

describe('createNodeHandler', () => {
  it('answers not_found in the form of every other error if there is no next handler', async () => {
    served = await serveListener(createNodeHandler({ ...options, headers: { 'X-Served-By': 'us' } }));
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const reply = await fetch(`${served.baseUrl}/v1/orders`, { method });
      expect([reply.status, await reply.text()]).toEqual([404, '{"detail":"not_found"}']);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-served-by': 'us',
      });
    }
    expect(await get('/v1/orders', { method: 'HEAD' })).toEqual([404, '']);
  });

  it('answers the same to a large request, and continues', async () => {
    served = await serveListener(createNodeHandler(options));
    const body = 'x'.repeat(8_000_000);
    expect((await get('/orders', { method: 'POST', body }))[0]).toBe(404);
    expect((await get('/v1/credits'))[0]).toBe(200);
  });

  it('leaves foreign paths to the next handler', async () => {
    const handler = createNodeHandler(options);
    served = await serveListener((request, response) => {
      handler(request, response, () => response.end("the host's own"));
    });
    expect(await get('/v1/orders')).toEqual([200, "the host's own"]);
    expect(await get('/v1/credits')).toEqual([200, '{"available":7,"held":0}']);
  });

  it('takes the body that a parser of the host has left', async () => {
    const handler = createNodeHandler(options);
    served = await serveListener(async (request, response) => {
      const text = (await request.toArray()).join('');
      handler(Object.assign(request, { body: JSON.parse(text) }), response);
    });
    const headers = { ...bearer, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ phone: PHONE }) };
    expect((await get('/v1/verify', init))[0]).toBe(200);
  });

  it('finds its paths below the base path, and nowhere else', async () => {
    served = await serveListener(createNodeHandler({ ...options, basePath: '/api/phones' }));
    expect((await get('/api/phones/v1/credits?a=b'))[0]).toBe(200);
    for (const path of [
      '/v1/credits',
      '/api/phonesv1/credits',
      '/api/phones',
      '/',
      '/x/api/phones/v1/credits',
    ]) {
      expect((await get(path))[0]).toBe(404);
    }
  });

  it.each([
    'api',
    '/api/',
    '/',
    'https://x/api',
    '//x/api',
    '/api//phones',
    '/api?x',
    '/api#x',
    '/my api',
    '/телефоны',
    '/api/../phones',
    '/api/%2e/phones',
    'http://',
  ])('refuses %s as its basePath when it is created', (basePath) => {
    expect(() => createNodeHandler({ ...options, basePath })).toThrow(TypeError);
  });

  it('refuses bad options when it is created', () => {
    expect(() => createNodeHandler({ ...options, maxJsonBytes: 0 })).toThrow(TypeError);
  });
});
