import { Readable } from 'node:stream';
import { type AccountId, type Authenticator, accountId, type Credentials } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { answering, NO_ACCOUNTS, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import type { HttpRequest } from '../message/http-message.js';
import { SignIn } from './sign-in.js';

function requestWith(authorization: string | undefined, raw: unknown = {}): HttpRequest {
  return {
    method: 'GET',
    path: '/v1/credits',
    query: '',
    body: Readable.from([]),
    isWhole: true,
    parsedBody: undefined,
    raw,
    signal: new AbortController().signal,
    header: (name) => (name === 'authorization' ? authorization : undefined),
  };
}

async function authenticate(authenticator: Authenticator, request: HttpRequest): Promise<AccountId> {
  const parts = { authenticator, trustedOrigins: new Set<string>(), rates: null, address: undefined };
  return (await new SignIn(parts).callerOf(request, null)).accountId;
}

/** Accepts every caller and remembers the credentials. */
function recordingAuthenticator(): Authenticator & { readonly asked: Credentials[] } {
  const asked: Credentials[] = [];
  return {
    asked,
    async authenticate(credentials) {
      asked.push(credentials);
      return { accountId: accountId('anyone'), suspended: false };
    },
  };
}

describe('the sign-in by a token', () => {
  it.each(['Bearer good', 'bearer good', 'BEARER good', 'bEaReR   good'])('knows %j', async (header) => {
    expect(await authenticate(tokens, requestWith(header))).toBe('acme' satisfies string as AccountId);
  });

  it.each([
    [undefined, 'not_authenticated'],
    ['', 'not_authenticated'],
    ['Bearer bad', 'not_authenticated'],
    ['Basic good', 'not_authenticated'],
    ['Bearer suspended', 'account_suspended'],
  ])('refuses %j with %s', async (header, code) => {
    await expect(authenticate(tokens, requestWith(header))).rejects.toMatchObject({ code });
  });

  it.each([
    [7, '7'],
    [0, '0'],
    [-1, '-1'],
    ['7', '7'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('knows the account %j as %j', async (id, account) => {
    const authenticator = answering({ accountId: id, suspended: false });
    expect(await authenticate(authenticator, requestWith('Bearer x'))).toBe(account);
  });

  it.each(NO_ACCOUNTS)('rejects %o as an account, so that it is never one of everybody', async (id) => {
    for (const suspended of [false, true]) {
      const authenticator = answering({ accountId: id, suspended });
      await expect(authenticate(authenticator, requestWith('Bearer x'))).rejects.toThrow(TypeError);
    }
  });

  it.each([{}, 'acme', 7, true, []])('rejects %o in place of an account', async (answer) => {
    await expect(authenticate(answering(answer), requestWith('Bearer x'))).rejects.toThrow(TypeError);
  });

  it('takes null, which a host in JavaScript may return, for an unknown caller', async () => {
    await expect(authenticate(answering(null), requestWith('Bearer x'))).rejects.toMatchObject({
      code: 'not_authenticated',
    });
  });

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a,Bearer b c', 'bearer \ttoken', 'Bearer tökén'])(
    'refuses the malformed %j without asking anybody',
    async (header) => {
      const authenticator = recordingAuthenticator();
      const answer = authenticate(authenticator, requestWith(header));
      await expect(answer).rejects.toMatchObject({ code: 'not_authenticated' });
      expect(authenticator.asked).toEqual([]);
    },
  );

  it.each([
    [undefined, undefined],
    ['Basic YTpi', undefined],
    ['Bearer 1|secret:of/the=host', '1|secret:of/the=host'],
  ])("asks the host's authenticator about %j and the request", async (header, token) => {
    const authenticator = recordingAuthenticator();
    const request = { user: 'ann' };
    await authenticate(authenticator, requestWith(header, request));
    expect(authenticator.asked).toEqual([{ token, request }]);
  });
});
