import { byteStream, type Credentials, type E164 } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import {
  bearer,
  queuedTask,
  serviceWith,
  tokens,
} from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createFetchHandler, type FetchHandlerOptions } from './fetch-handler.js';

// Only ever the one that is asked for.
const PHONE = '+14155552671' as E164;
const submittedColumns: unknown[] = [];

const options: FetchHandlerOptions = {
  service: serviceWith({
    balance: async () => ({ available: 7, held: 0 }),
    verify: async () => ({ phone: PHONE, status: 'dead', checkedAt: 0 }),
    submit: async ({ content, phoneColumn }) => {
      let total = 0;
      for await (const chunk of byteStream(content)) total += chunk.length;
      submittedColumns.push(phoneColumn);
      return queuedTask({ total });
    },
  }),
  authenticator: tokens,
};

function post(
  path: string,
  body: string | FormData,
  headers: Readonly<Record<string, string>> = {},
): Request {
  return new Request(`http://x${path}`, { method: 'POST', headers: { ...bearer, ...headers }, body });
}

const json = { 'content-type': 'application/json' };

describe('createFetchHandler', () => {
  it('answers a Request that was made in the process', async () => {
    const handler = createFetchHandler(options);
    const verified = await handler(post('/v1/verify', JSON.stringify({ phone: PHONE }), json));
    expect([verified.status, await verified.json()]).toMatchObject([200, { status: 'dead' }]);
    const form = new FormData();
    form.append('file', new Blob(['phone\n+14155552671\n']), 'a.csv');
    const submitted = await handler(post('/v1/verify/batch?phone_column=phone', form));
    expect([submitted.status, await submitted.json()]).toMatchObject([202, { total: 19 }]);
    expect(submittedColumns).toEqual(['phone']);
    const credits = await handler(new Request('http://x/v1/credits#top', { headers: bearer }));
    expect([credits.status, await credits.text()]).toEqual([200, '{"available":7,"held":0}']);
  });

  it('answers not_found in the form of every other error for other paths', async () => {
    const handler = createFetchHandler({ ...options, headers: { 'X-Served-By': 'us' } });
    for (const request of [new Request('http://x/v1/orders'), post('/', 'x')]) {
      const reply = await handler(request);
      expect([reply.status, await reply.text()]).toEqual([404, '{"detail":"not_found"}']);
      expect(reply.headers.get('x-served-by')).toBe('us');
    }
  });

  it('sends no body with a status that forbids one', async () => {
    const reply = await createFetchHandler(options)(
      new Request('http://x/v1/verify', { method: 'OPTIONS', headers: bearer }),
    );
    expect([reply.status, reply.body, reply.headers.get('allow')]).toEqual([204, null, 'POST, OPTIONS']);
  });

  it('finds its paths below the base path, and nowhere else', async () => {
    const handler = createFetchHandler({ ...options, basePath: '/api/phones' });
    const statusOf = async (path: string) =>
      (await handler(new Request(`http://x${path}`, { headers: bearer }))).status;
    expect(await statusOf('/api/phones/v1/credits?a=b')).toBe(200);
    for (const path of ['/v1/credits', '/api/phonesv1/credits', '/api/phones', '/x/api/phones/v1/credits']) {
      expect(await statusOf(path)).toBe(404);
    }
    expect(() => createFetchHandler({ ...options, basePath: 'api' })).toThrow(TypeError);
  });

  it('shows the authenticator the Request', async () => {
    const asked: Credentials[] = [];
    const authenticator = {
      async authenticate(credentials: Credentials) {
        asked.push(credentials);
        return undefined;
      },
    };
    const request = new Request('http://x/v1/credits');
    expect((await createFetchHandler({ ...options, authenticator })(request)).status).toBe(401);
    expect(asked[0]?.request).toBe(request);
  });

  it.each([
    ['/v1/verify', JSON.stringify({ phone: PHONE }), json],
    ['/v1/verify/batch', '', { 'content-type': 'multipart/form-data; boundary=b' }],
  ])('tells the host what to change when something has read the body of %s before', async (...asked) => {
    const reported: unknown[] = [];
    const request = post(...asked);
    await request.text();
    const reply = await createFetchHandler({ ...options, onError: (error) => reported.push(error) })(request);
    expect([reply.status, await reply.json()]).toEqual([500, { detail: 'internal_error' }]);
    const hint = expect.stringContaining('read a clone of the request');
    expect(reported).toEqual([expect.objectContaining({ code: 'internal_error', hint })]);
  });

  it('fails for the caller alone when something holds on to the body', async () => {
    const request = post('/v1/verify', '{}', { ...json, 'content-length': '2' });
    request.body?.getReader();
    expect((await createFetchHandler(options)(request)).status).toBe(500);
    const stranger = new Request(request.url, {
      method: 'POST',
      body: '{}',
      headers: { 'content-length': '2' },
    });
    stranger.body?.getReader();
    expect((await createFetchHandler(options)(stranger)).status).toBe(401);
  });

  it('refuses bad options when it is created', () => {
    expect(() => createFetchHandler({ ...options, maxJsonBytes: 0 })).toThrow(TypeError);
  });
});
