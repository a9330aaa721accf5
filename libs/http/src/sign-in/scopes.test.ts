import { accountId, MemoryAuthenticator } from '@dialproof/core';
import { SCOPES, type Scope } from '@dialproof/core/model';
import { afterEach, describe, expect, it } from 'vitest';
import { serviceWith } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';
import { OPERATION_NAMES, OPERATIONS } from '../operations/operations.js';
import { describeOperation } from '../wire/operation-object.js';

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function statusOf(path: string, scopes: readonly Scope[] | undefined, method = 'GET') {
  const account = { accountId: accountId('acme'), suspended: false };
  const known = scopes === undefined ? account : { ...account, scopes };
  served = await serveContract(serviceWith({ balance: async () => ({ available: 1, held: 0 }) }), {
    authenticator: new MemoryAuthenticator([['good', known]]),
    onError: () => {},
  });
  const reply = await fetch(`${served.baseUrl}${path}`, {
    method,
    headers: { authorization: 'Bearer good' },
  });
  return { status: reply.status, body: await reply.text() };
}

describe('a token with scopes', () => {
  it('is refused with forbidden and a hint by an operation of another scope', async () => {
    const { status, body } = await statusOf('/v1/credits', ['verify', 'batch', 'admin']);
    expect(status).toBe(403);
    expect(JSON.parse(body)).toEqual({ detail: 'forbidden', hint: expect.stringContaining('read') });
  });

  it('may do what its scopes allow', async () => {
    expect((await statusOf('/v1/credits', ['read'])).status).toBe(200);
  });

  it('may do nothing when the list is empty, and everything when there is none', async () => {
    expect((await statusOf('/v1/credits', [])).status).toBe(403);
    await served?.close();
    expect((await statusOf('/v1/credits', undefined)).status).toBe(200);
  });

  it('is refused before the body is read', async () => {
    expect((await statusOf('/v1/verify', ['read'], 'POST')).status).toBe(403);
  });
});

it('every operation of an account needs one scope, and an open one none', () => {
  for (const name of OPERATION_NAMES) {
    const { access, scope } = OPERATIONS[name];
    if (access === 'open') expect(scope).toBeNull();
    else expect(SCOPES).toContain(scope);
  }
});

it('the description of an operation says its scope', () => {
  expect(describeOperation('download').description).toMatch(/scope read/);
  expect(describeOperation('register').description).toBeUndefined();
});
