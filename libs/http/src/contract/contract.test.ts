import { type AccountRegistry, accountId, DialproofError, type VerificationService } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import { bearer, queuedTask } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';
import type { HttpContractOptions } from './contract-options.js';

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function serve(methods: Partial<VerificationService>, options: Partial<HttpContractOptions> = {}) {
  served = await serveContract(methods, options);
  return (path: string, init: RequestInit = {}) =>
    fetch(`${served?.baseUrl}${path}`, { ...init, headers: { ...bearer, ...init.headers } });
}

const balance = async () => ({ available: 7, held: 1 });

describe('the contract', () => {
  it('answers with the shape of the wire and forbids caching', async () => {
    const request = await serve({ balance });
    const reply = await request('/v1/credits');
    expect([reply.status, await reply.json()]).toEqual([200, { available: 7, held: 1 }]);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('leaves a path that is not its own to the host, whoever asks', async () => {
    const request = await serve({});
    expect(await (await request('/v1/orders', { headers: { authorization: '' } })).text()).toBe(
      "the host's own",
    );
  });

  it.each([
    ['GET', '/v1/verify', 'POST, OPTIONS'],
    ['DELETE', '/v1/verify/batch', 'POST, OPTIONS'],
    ['POST', '/v1/verify/tasks/7f', 'GET, HEAD, DELETE, OPTIONS'],
    ['PUT', '/v1/verify/tasks/7f/download', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/v1/credits', 'GET, HEAD, OPTIONS'],
  ])('refuses %s %s and says what is allowed', async (method, path, allow) => {
    const request = await serve({});
    const reply = await request(path, { method });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow]);
    expect(await reply.json()).toMatchObject({ detail: 'method_not_allowed' });
    const stranger = await request(path, { method, headers: { authorization: '' } });
    expect([stranger.status, await stranger.text()]).toEqual([401, '{"detail":"not_authenticated"}']);
  });

  it('answers OPTIONS with what is allowed', async () => {
    const request = await serve({});
    const reply = await request('/v1/verify', { method: 'OPTIONS' });
    expect([reply.status, reply.headers.get('allow'), await reply.text()]).toEqual([
      204,
      'POST, OPTIONS',
      '',
    ]);
  });

  it('answers HEAD like GET without the body', async () => {
    let left = false;
    async function* content() {
      try {
        yield Buffer.from('phone,verification_status\r\n');
      } finally {
        left = true;
      }
    }
    const started = content();
    await started.next();
    const request = await serve({
      balance,
      results: async () => ({ task: queuedTask(), version: 'v1', rows: 1, content: started }),
    });
    const credits = await request('/v1/credits', { method: 'HEAD' });
    expect([credits.status, credits.headers.get('content-length'), await credits.text()]).toEqual([
      200,
      '24',
      '',
    ]);
    const download = await request('/v1/verify/tasks/7f/download', { method: 'HEAD' });
    expect([download.status, download.headers.get('content-type'), await download.text()]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ]);
    expect(left).toBe(true);
  });

  it("puts the host's headers on every reply", async () => {
    const request = await serve({ balance }, { headers: { 'X-Sandbox': 'results are made up' } });
    for (const reply of [await request('/v1/credits'), await request('/v1/verify')]) {
      expect(reply.headers.get('x-sandbox')).toBe('results are made up');
    }
  });

  it('gives an unexpected failure to its hook, and none of it to the caller', async () => {
    const failure = new Error('the password is hunter2');
    const reported: unknown[] = [];
    const request = await serve(
      { balance: () => Promise.reject(failure) },
      { onError: (error, context) => reported.push(error, context) },
    );
    const reply = await request('/v1/credits');
    expect([reply.status, await reply.text()]).toEqual([500, '{"detail":"internal_error"}']);
    expect(reported).toEqual([failure, { operation: 'credits' }]);
  });

  it.each([
    ['too_many_requests', 429, { detail: 'too_many_requests', hint: 'one at a time' }],
    ['overloaded', 503, { detail: 'overloaded' }],
  ] as const)('says when to come again with %s', async (code, status, body) => {
    const refusal = new DialproofError(code, { hint: 'one at a time', retryAfterMs: 1_500 });
    const request = await serve({ balance: () => Promise.reject(refusal) });
    const reply = await request('/v1/credits');
    expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toEqual([status, '2', body]);
  });

  it('reports an outage but not what the caller has done wrong', async () => {
    const reported: string[] = [];
    const codes = ['task_not_found', 'storage_unavailable'] as const;
    const request = await serve(
      { task: ({ taskId }) => Promise.reject(new DialproofError(codes[Number(taskId)] ?? 'internal_error')) },
      { onError: (error) => void reported.push(String(error)) },
    );
    expect((await request('/v1/verify/tasks/0')).status).toBe(404);
    expect((await request('/v1/verify/tasks/1')).status).toBe(503);
    expect(reported).toEqual(['DialproofError: storage_unavailable']);
  });

  it('replies although the hook itself fails', async () => {
    const fail = () => {
      throw new Error('the logger is down');
    };
    const request = await serve({ balance: fail }, { onError: fail });
    expect((await request('/v1/credits')).status).toBe(500);
  });

  it('opens an account for anyone if the host has a registry', async () => {
    const accounts: AccountRegistry = {
      register: async (email) => ({ accountId: accountId('new'), email, createdAt: 0, token: 't0k3n' }),
    };
    const request = await serve({}, { accounts });
    const headers = { authorization: '', 'content-type': 'application/json' };
    const register = (body: string) => request('/v1/accounts', { method: 'POST', headers, body });
    const reply = await register('{"email":"ann@example.com"}');
    expect([reply.status, await reply.json()]).toEqual([
      201,
      { account_id: 'new', email: 'ann@example.com', created_at: '1970-01-01T00:00:00.000Z', token: 't0k3n' },
    ]);
    const bad = await register('{"email":7}');
    expect([bad.status, await bad.json()]).toMatchObject([422, { detail: 'invalid_email' }]);
    expect((await request('/v1/accounts', { headers })).status).toBe(405);
  });
});
