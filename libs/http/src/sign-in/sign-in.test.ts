import type { IncomingMessage } from 'node:http';
import { accountId, DialproofError, isDialproofError, MemoryAuthenticator } from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
import { afterEach, expect, it } from 'vitest';
import { serviceWith } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createHttpContract } from '../contract/contract.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { type ServedContract, serveListener } from '../fixtures/serve-contract.fixture.js';
import { nodeAddress } from '../node/node-handler.js';
import { answerNodeRequest } from '../node/node-reply.js';
import { NodeRequest } from '../node/node-request.js';

const ACME = { accountId: accountId('acme'), suspended: false };

let served: ServedContract | undefined;
afterEach(() => served?.close());

/** A server with a route of its own, for tokens with this scope. */
async function serve(scope?: Scope | null, options: Partial<HttpContractOptions> = {}) {
  const contract = createHttpContract({
    service: serviceWith({ balance: async () => ({ available: 7, held: 0 }) }),
    authenticator: new MemoryAuthenticator([
      ['good', ACME],
      ['readers', { ...ACME, scopes: ['read'] }],
    ]),
    address: nodeAddress,
    ...options,
  });
  served = await serveListener((request, response) => {
    if (answerNodeRequest(contract, request, response)) return;
    contract.signIn(new NodeRequest(request, response), scope).then(
      (account) => response.end(account),
      (error) => response.writeHead(isDialproofError(error) ? 400 : 500).end(error.code),
    );
  });
  const { baseUrl } = served;
  return async (path: string, token: string) => {
    const reply = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return reply.text();
  };
}

it("a contract signs callers in on the host's own routes", async () => {
  const ask = await serve();
  expect(await ask('/own', 'good')).toBe('acme');
  expect(await ask('/own', 'readers')).toBe('acme');
  expect(await ask('/own', 'bad')).toBe('not_authenticated');
});

it('it asks for the scope that is named there', async () => {
  const ask = await serve('batch');
  expect(await ask('/own', 'good')).toBe('acme');
  expect(await ask('/own', 'readers')).toBe('forbidden');
});

it('it counts failed sign-ins there together with those of its operations', async () => {
  const ask = await serve(null, { rates: { failedSignIns: { requests: 2, seconds: 60 } } });
  expect(await ask('/own', 'bad')).toBe('not_authenticated');
  expect(await ask('/v1/credits', 'bad')).toContain('not_authenticated');
  expect(await ask('/own', 'good')).toBe('too_many_requests');
  expect(await ask('/v1/credits', 'good')).toContain('too_many_requests');
});

it('it counts them where the host names the account, whose sign-in may let strangers pass', async () => {
  const asked: (string | undefined)[] = [];
  const ask = await serve(null, {
    authenticator: undefined as never,
    account: (request: IncomingMessage) => {
      asked.push(request.headers.authorization);
      return request.headers.authorization === 'Bearer good' ? 'acme' : undefined;
    },
    rates: { failedSignIns: { requests: 1, seconds: 60 } },
  });
  expect(await ask('/v1/credits', 'good')).toContain('available');
  expect(await ask('/v1/credits', 'bad')).toContain('not_authenticated');
  expect(await ask('/v1/credits', 'good')).toContain('too_many_requests');
  expect(await ask('/own', 'bad')).toBe('too_many_requests');
  expect(asked).toEqual(['Bearer good', 'Bearer bad']);
});

it('it counts guesses of another secret together with failed sign-ins', async () => {
  const contract = createHttpContract({
    service: serviceWith({ balance: async () => ({ available: 7, held: 0 }) }),
    authenticator: new MemoryAuthenticator([['good', ACME]]),
    rates: { failedSignIns: { requests: 2, seconds: 60 } },
    address: nodeAddress,
  });
  const check = async (signature: unknown) => {
    if (signature !== 'right') throw new DialproofError('not_authenticated');
    return 'recorded';
  };
  served = await serveListener((request, response) => {
    if (answerNodeRequest(contract, request, response)) return;
    contract
      .limitGuesses(new NodeRequest(request, response), () => check(request.headers['x-signature']))
      .then(
        (said) => response.end(said),
        (error) => response.writeHead(400).end(error.code),
      );
  });
  const { baseUrl } = served;
  const text = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${baseUrl}${path}`, { headers })).text();
  expect(await text('/hook', { 'x-signature': 'right' })).toBe('recorded');
  expect(await text('/hook', { 'x-signature': 'wrong' })).toBe('not_authenticated');
  expect(await text('/v1/credits', { authorization: 'Bearer bad' })).toContain('not_authenticated');
  expect(await text('/hook', { 'x-signature': 'right' })).toBe('too_many_requests');
  expect(await text('/v1/credits', { authorization: 'Bearer good' })).toContain('too_many_requests');
});
