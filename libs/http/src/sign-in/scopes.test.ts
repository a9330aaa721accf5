import { accountId, MemoryAuthenticator } from '@dialproof/core';
import { SCOPES, type Scope } from '@dialproof/core/model';
import { afterEach, describe, expect, it } from 'vitest';
import { serviceWith } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';
import { describeOperation } from '../openapi/operation-object.js';
import { OPERATION_NAMES, OPERATIONS } from '../operations/operations.js';

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function statusOf(path: string, scopes: readonly Scope[] | undefined) {
  const account = { accountId: accountId('acme'), suspended: false };
  const known = scopes === undefined ? account : { ...account, scopes };
  served = await serveContract(serviceWith({ balance: async () => ({ available: 1, held: 0 }) }), {
    authenticator: new MemoryAuthenticator([['good', known]]),
    onError: () => {},
  });
  const reply = await fetch(`${served.baseUrl}${path}`, {
    headers: { authorization: 'Bearer good' },
  });
  await reply.arrayBuffer();
  return reply.status;
}

describe('a token with scopes', () => {
  it('may do nothing when the list is empty, and everything when there is none', async () => {
    expect(await statusOf('/v1/credits', [])).toBe(403);
    await served?.close();
    expect(await statusOf('/v1/credits', undefined)).toBe(200);
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
