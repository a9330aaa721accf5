import { DialproofError, type VerificationService } from '@dialproof/core';
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
  it('leaves the content of a result when it answers HEAD', async () => {
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
      results: async () => ({ task: queuedTask(), version: 'v1', rows: 1, content: started }),
    });
    const download = await request('/v1/verify/tasks/7f/download', { method: 'HEAD' });
    expect([download.status, await download.text(), left]).toEqual([200, '', true]);
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
});
