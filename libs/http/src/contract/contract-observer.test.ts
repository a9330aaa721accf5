import { type Authenticator, accountId, DialproofError, type VerificationService } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import { bearer, queuedTask, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';
import type { ContractObserver, ObservedRequest } from './contract-observer.js';
import type { HttpContractOptions } from './contract-options.js';

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function serve(methods: Partial<VerificationService>, options: Partial<HttpContractOptions> = {}) {
  served = await serveContract(methods, options);
  return (path: string, init: RequestInit = {}) =>
    fetch(`${served?.baseUrl}${path}`, { ...init, headers: { ...bearer, ...init.headers } });
}

const balance = async () => ({ available: 7, held: 1 });

function observed() {
  const requests: ObservedRequest[] = [];
  return { requests, observer: { onRequest: (request: ObservedRequest) => void requests.push(request) } };
}

describe('the observer of the contract', () => {
  it('gets each request with its operation, status and duration', async () => {
    const { observer, requests } = observed();
    const task = () => Promise.reject(new DialproofError('task_not_found'));
    const request = await serve({ balance, task }, { observer });
    await request('/v1/credits');
    await request('/v1/credits', { method: 'HEAD' });
    await request('/v1/credits', { headers: { authorization: '' } });
    await request('/v1/verify/tasks/7f');
    await request('/v1/verify');
    await request('/v1/orders');
    expect(requests.map(({ operation, status }) => [operation, status])).toEqual([
      ['credits', 200],
      ['credits', 200],
      ['credits', 401],
      ['poll', 404],
      [undefined, 405],
    ]);
    for (const { durationMs } of requests) expect(durationMs).toBeGreaterThan(0);
  });

  it('gets a failure of the service', async () => {
    const { observer, requests } = observed();
    const fail = () => Promise.reject(new Error('down'));
    const request = await serve({ balance: fail }, { observer, onError: () => undefined });
    await request('/v1/credits');
    expect(requests).toMatchObject([{ operation: 'credits', status: 500 }]);
  });

  it('gets a download before its content is read', async () => {
    const { observer, requests } = observed();
    const seen: number[] = [];
    async function* content() {
      seen.push(requests.length);
      yield Buffer.from('phone,verification_status\r\n');
    }
    const results = async () => ({ task: queuedTask(), version: 'v1', rows: 1, content: content() });
    const request = await serve({ results }, { observer });
    await (await request('/v1/verify/tasks/7f/download')).text();
    expect([seen, requests]).toMatchObject([[1], [{ operation: 'download', status: 200 }]]);
  });

  it('gets the account and the item of a request, and the request itself', async () => {
    const { observer, requests } = observed();
    const request = await serve({ remove: async () => {} }, { observer });
    await request('/v1/verify/tasks/7f%2B1', { method: 'DELETE', headers: { 'x-trace': 'a1' } });
    expect(requests).toMatchObject([
      { method: 'DELETE', status: 204, accountId: 'acme', itemId: '7f+1', refusedSignIn: undefined },
    ]);
    expect(requests[0]?.raw).toMatchObject({ headers: { 'x-trace': 'a1' } });
  });

  it('gets the account that was opened, and the webhook that was made', async () => {
    const { observer, requests } = observed();
    const accounts = {
      register: async (email: string) => ({ accountId: accountId('b7'), email, createdAt: 0, token: 't' }),
    };
    const webhook = {
      webhookId: 'w1',
      accountId: accountId('acme'),
      url: 'https://example.com',
      events: [],
      createdAt: 0,
      disabledAt: null,
      disabledReason: null,
      secret: 's',
    };
    const unexpected = () => Promise.reject(new TypeError('not expected'));
    const webhooks = {
      create: async () => webhook,
      list: unexpected,
      remove: unexpected,
      rotate: unexpected,
      deliveries: unexpected,
      replay: unexpected,
    };
    const request = await serve({}, { observer, accounts, webhooks });
    const post = (path: string, body: object) =>
      request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    await post('/v1/accounts', { email: 'ann@example.com' });
    await post('/v1/webhooks', { url: 'https://example.com', events: ['task.done'] });
    expect(requests).toMatchObject([
      { operation: 'register', status: 201, accountId: 'b7', itemId: undefined },
      { operation: 'createWebhook', status: 201, accountId: 'acme', itemId: 'w1' },
    ]);
  });

  it('gets the reason of a refused sign-in, and its account if that is known', async () => {
    const { observer, requests } = observed();
    const narrow: Authenticator = {
      async authenticate(credentials) {
        const account = await tokens.authenticate(credentials);
        return account && { ...account, scopes: ['verify'] };
      },
    };
    const request = await serve(
      { balance },
      { observer, authenticator: narrow, rates: { failedSignIns: { requests: 2, seconds: 60 } } },
    );
    const ask = (authorization: string) => request('/v1/credits', { headers: { authorization } });
    await ask('Bearer suspended');
    await ask('Bearer good');
    await ask('');
    await ask('Bearer bad');
    await ask('Bearer bad');
    expect(
      requests.map(({ accountId: account, refusedSignIn, status }) => [status, refusedSignIn, account]),
    ).toEqual([
      [403, 'account_suspended', 'acme'],
      [403, 'forbidden', 'acme'],
      [401, 'not_authenticated', undefined],
      [401, 'not_authenticated', undefined],
      [429, 'too_many_requests', undefined],
    ]);
  });

  it('gets no refused sign-in if the authenticator fails, or an account exceeds its rate', async () => {
    const { observer, requests } = observed();
    const authenticate = async ({ token }: { readonly token: string | undefined }) => {
      if (token === 'bad') throw new DialproofError('storage_unavailable');
      return { accountId: accountId('acme'), suspended: false };
    };
    const request = await serve(
      { balance },
      {
        observer,
        authenticator: { authenticate },
        rates: { other: { requests: 1, seconds: 60 } },
        onError: () => undefined,
      },
    );
    await request('/v1/credits', { headers: { authorization: 'Bearer bad' } });
    await request('/v1/credits');
    await request('/v1/credits');
    expect(requests.map(({ refusedSignIn, status }) => [status, refusedSignIn])).toEqual([
      [503, undefined],
      [200, undefined],
      [429, undefined],
    ]);
  });

  const failing: readonly [string, ContractObserver['onRequest']][] = [
    [
      'throws',
      () => {
        throw new Error('the metrics are full');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('the metrics are full'))],
  ];

  it.each(failing)('that %s changes no reply, and is reported once', async (_, onRequest) => {
    const told: unknown[] = [];
    const request = await serve(
      { balance },
      {
        observer: { onRequest },
        onError: (error, context) => told.push([error, context]),
      },
    );
    for (let requests = 0; requests < 3; requests += 1) {
      expect(await (await request('/v1/credits')).json()).toEqual({ available: 7, held: 1 });
    }
    expect(told).toEqual([[expect.objectContaining({ cause: expect.any(Error) }), { operation: undefined }]]);
  });
});
