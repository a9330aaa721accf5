import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { accountId, MemoryAuthenticator } from '@dialproof/core';
import { MemoryAccountTokens } from '@dialproof/testkit/memory';
import { expect, it, onTestFinished } from 'vitest';
import { serveContract } from '../fixtures/serve-contract.fixture.js';

/** Asks for a token with credentials that end at `expiresAt`, as a host gives it. */
async function createdBy(expiresAt: unknown, body: object) {
  const authenticator = new MemoryAuthenticator();
  // The types forbid some of it, which hosts in JavaScript do not notice.
  const account = { accountId: accountId('acme'), suspended: false, expiresAt: expiresAt as number };
  authenticator.add('good', account);
  const tokens = new MemoryAccountTokens({ authenticator });
  const served = await serveContract({}, { authenticator, tokens, onError: () => {} });
  onTestFinished(() => served.close());
  const reply = await fetch(`${served.baseUrl}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer good', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as { readonly [field: string]: unknown } };
}

const END = '2099-01-01T00:00:00.000Z';
const LATER = '2099-01-01T00:00:00.001Z';

it('a token of credentials without an end has the requested end, or none', async () => {
  for (const none of [undefined, null]) {
    expect(await createdBy(none, { expires_at: LATER })).toMatchObject({
      status: 201,
      body: { expires_at: LATER },
    });
    expect(await createdBy(none, {})).toMatchObject({ status: 201, body: { expires_at: null } });
  }
});

it('a token ends no later than the credentials that it was made with', async () => {
  const end = Date.parse(END);
  for (const body of [{}, { expires_at: END }]) {
    expect(await createdBy(end, body)).toMatchObject({ status: 201, body: { expires_at: END } });
  }
  const refused = await createdBy(end, { expires_at: LATER });
  expect(refused).toMatchObject({
    status: 403,
    body: { detail: 'forbidden', hint: expect.stringContaining(LATER) },
  });
});

it('credentials whose end is not a time make no token, as a defect of the host', async () => {
  for (const odd of [Number.NaN, END, new Date(END)]) {
    expect((await createdBy(odd, {})).status).toBe(500);
    expect((await createdBy(odd, { expires_at: END })).status).toBe(500);
  }
});

it('a token ends no later than its maker does when the body is complete', async () => {
  let asked = 0;
  let isAsked = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  // A rotation that keeps the maker for a while comes between the headers and the rest of the body.
  const authenticator = {
    authenticate: async () => {
      asked += 1;
      isAsked();
      const known = { accountId: accountId('acme'), suspended: false };
      return asked === 1 ? known : { ...known, expiresAt: Date.parse(END) };
    },
  };
  const tokens = new MemoryAccountTokens({ authenticator: new MemoryAuthenticator() });
  const served = await serveContract({}, { authenticator, tokens });
  onTestFinished(() => served.close());
  const half = request(`${served.baseUrl}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer good', 'content-type': 'application/json' },
  });
  half.write('{"name":');
  await first;
  half.end('"half"}');
  const [reply] = (await once(half, 'response')) as [IncomingMessage];
  expect(JSON.parse(await text(reply))).toMatchObject({ name: 'half', expires_at: END });
});
