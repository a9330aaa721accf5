import { DialproofError, type VerificationService } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import { bearer, queuedTask } from '../fixtures/fake-service.fixture.js';
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
  it('is told of each request with its operation, status and duration', async () => {
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

  it('is told of a failure of the service', async () => {
    const { observer, requests } = observed();
    const fail = () => Promise.reject(new Error('down'));
    const request = await serve({ balance: fail }, { observer, onError: () => undefined });
    await request('/v1/credits');
    expect(requests).toMatchObject([{ operation: 'credits', status: 500 }]);
  });

  it('is told of a download before its content is read', async () => {
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

  const failing: readonly [string, ContractObserver['onRequest']][] = [
    [
      'throws',
      () => {
        throw new Error('the metrics are full');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('the metrics are full'))],
  ];

  it.each(failing)('that %s changes no reply, and is told of once', async (_, onRequest) => {
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
