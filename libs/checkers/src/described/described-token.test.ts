import { generateKeyPairSync, verify } from 'node:crypto';
import type { E164 } from '@dialproof/core';
import {
  type FakeUpstream,
  startFakeUpstream,
  type UpstreamAnswers,
  type UpstreamReply,
} from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Secret } from '../upstream/secret.js';
import { ask } from '../upstream/upstream-subjects.fixture.js';
import { describedChecker } from './index.js';

// Numbers that are spelt out in E.164 need no reader.
const [ONE, OTHER] = ['+41791234501', '+41791234502'] as E164[] as [E164, E164];

/** The reply to a request for a token. Each token has another text. */
let granted: (made: number) => UpstreamReply;
/** Whether the API takes a request with this authorization. */
let accepts: (authorization: string) => boolean;
let upstream: FakeUpstream;

const answers: UpstreamAnswers = ({ headers, path }) => {
  if (path === '/token') return granted(requestsTo('/token').length);
  return accepts(headers.authorization ?? '')
    ? { status: 200, body: { state: 'up', why: `by ${headers.authorization}` } }
    : { status: 401, body: {} };
};

beforeEach(async () => {
  granted = (made) => ({ status: 200, body: { access_token: `token-${made}`, expires_in: 3_600 } });
  accepts = (authorization) => authorization.startsWith('Bearer token-');
  upstream = await startFakeUpstream(answers);
});
afterEach(() => upstream.close());

const requestsTo = (path: string) => upstream.requests.filter((request) => request.path === path);
const lines = () => upstream.requests.filter(({ path }) => path !== '/token');

function described(token: object, others: object = {}) {
  return {
    name: 'told',
    token,
    request: { url: `${upstream.baseUrl}/lines/{digits}`, headers: { authorization: 'Bearer {token}' } },
    answer: { status: [{ path: 'state', values: { up: 'line_live' } }] },
    ...others,
  };
}

const oauth = () => ({
  oauth: {
    url: `${upstream.baseUrl}/token`,
    basic: { user: 'our-client', password: '{secret.key}' },
    form: { scope: 'lines:read' },
  },
});
const oauthChecker = (key: Secret = 'a-secret', others: object = {}) =>
  describedChecker(described(oauth(), others), { secrets: { key } });

describe('a token by OAuth 2', () => {
  it('is asked for once, by two calls at the same time and by later ones', async () => {
    const checker = oauthChecker();
    const both = await ask(checker, [ONE, OTHER]);
    expect(both).toMatchObject([{ reason: 'line_live: up' }, { reason: 'line_live: up' }]);
    await ask(checker, [ONE]);
    const [request, ...more] = requestsTo('/token');
    expect(more).toEqual([]);
    expect(request?.method).toBe('POST');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'lines:read',
    });
    const basic = Buffer.from('our-client:a-secret').toString('base64');
    expect(request?.headers.authorization).toBe(`Basic ${basic}`);
    expect(lines().map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer token-1'));
  });

  it('is another one when its time is over', async () => {
    granted = (made) => ({ status: 200, body: { access_token: `token-${made}`, expires_in: '0' } });
    const checker = oauthChecker();
    await ask(checker, [ONE]);
    await ask(checker, [ONE]);
    expect(lines().map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('is asked for again, once, when it was kept and is refused', async () => {
    const checker = oauthChecker();
    await ask(checker, [ONE]);
    accepts = (authorization) => authorization === 'Bearer token-2';
    expect(await ask(checker, [ONE])).toMatchObject([{ reason: 'line_live: up' }]);
    accepts = () => false;
    await expect(ask(checker, [ONE])).rejects.toHaveProperty('code', 'checker_unauthorized');
    expect(requestsTo('/token')).toHaveLength(3);
  });

  it('is not asked for again when it was new and is refused', async () => {
    accepts = () => false;
    await expect(ask(oauthChecker(), [ONE])).rejects.toHaveProperty('code', 'checker_unauthorized');
    expect(requestsTo('/token')).toHaveLength(1);
    expect(lines()).toHaveLength(1);
  });

  it('is another one for another secret', async () => {
    const keys = ['a-secret', 'a-secret', 'b-secret'];
    const checker = oauthChecker(() => keys.shift() ?? 'b-secret');
    for (const _ of [1, 2]) await ask(checker, [ONE]);
    expect(requestsTo('/token')).toHaveLength(2);
  });

  it('is shared by bulk calls', async () => {
    const request = {
      url: `${upstream.baseUrl}/lines/{digits_list}`,
      headers: { authorization: 'Bearer {token}' },
    };
    const bulk = { maxNumbers: 1, entries: 'lines' };
    const checker = oauthChecker('a-secret', { request, bulk });
    await expect(ask(checker, [ONE])).rejects.toThrow('without the entries');
    expect(lines()).toHaveLength(1);
  });

  it('does not come back in a reason', async () => {
    const answer = { status: [{ path: 'state', values: { up: 'line_live' } }], reason: 'why' };
    expect(await ask(oauthChecker('a-secret', { answer }), [ONE])).toMatchObject([{ reason: 'line_live' }]);
  });

  it.each<[string, UpstreamReply, object]>([
    [
      'a wrong secret',
      { status: 401, body: { error: 'invalid_client' } },
      { code: 'checker_unauthorized', hint: expect.stringContaining('invalid_client') },
    ],
    [
      'a wrong secret, as RFC 6749 has it',
      { status: 400, body: { error: 'invalid_client' } },
      { code: 'checker_unauthorized' },
    ],
    [
      '429 for some seconds',
      { status: 429, headers: { 'retry-after': '7' }, body: {} },
      { code: 'checker_unavailable', retryAfterMs: 7_000 },
    ],
    ['500', { status: 500, body: {} }, { name: 'UpstreamFailure', retryAfterMs: 0, mayBeCharged: false }],
    ['no token', { status: 200, body: {} }, { name: 'UpstreamFailure', mayBeCharged: false }],
    ['no JSON', { status: 200, body: 'token' }, { name: 'UpstreamFailure', mayBeCharged: false }],
    [
      'a token that no header carries',
      { status: 200, body: { access_token: 'a\nb' } },
      { name: 'UpstreamFailure', mayBeCharged: false },
    ],
  ])('fails by itself with %s, and is not kept', async (_what, reply, error) => {
    const rightly = granted;
    granted = () => reply;
    const checker = oauthChecker();
    await expect(ask(checker, [ONE])).rejects.toMatchObject(error);
    expect(lines()).toHaveLength(0);
    granted = rightly;
    expect(await ask(checker, [ONE])).toMatchObject([{ reason: 'line_live: up' }]);
  });

  it('is made for the others when one of them no longer waits', async () => {
    const checker = oauthChecker();
    const gone = new AbortController();
    const first = ask(checker, [ONE], gone.signal);
    const second = ask(checker, [OTHER]);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await second).toMatchObject([{ reason: 'line_live: up' }]);
    expect(requestsTo('/token')).toHaveLength(1);
  });
});

describe('a token that is signed', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const jwt = {
    jwt: {
      privateKey: '{secret.private_key}',
      claims: { application_id: '{secret.id}', acl: { paths: ['/**'] } },
      seconds: 300,
    },
  };
  const signedChecker = (private_key: Secret) =>
    describedChecker(described(jwt), { secrets: { private_key, id: 'our-application' } });

  it.each([
    ['in PEM', privateKey],
    ['with written line breaks', privateKey.trim().replaceAll('\n', '\\n')],
  ])('has the claims and a signature by the key %s', async (_how, key) => {
    accepts = () => true;
    await ask(signedChecker(key), [ONE, OTHER]);
    const [first, second] = lines().map(({ headers }) => headers.authorization);
    expect(second).toBe(first);
    const [header = '', payload = '', signature = ''] = first?.replace('Bearer ', '').split('.') ?? [];
    expect(decoded(header)).toEqual({ alg: 'RS256', typ: 'JWT' });
    const { exp, iat, jti, ...claims } = decoded(payload);
    expect(claims).toEqual({ application_id: 'our-application', acl: { paths: ['/**'] } });
    expect(Number(exp) - Number(iat)).toBe(300);
    expect(jti).toMatch(/^[\w-]{36}$/);
    const content = Buffer.from(`${header}.${payload}`);
    expect(verify('RSA-SHA256', content, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('is signed anew, once, when it is refused', async () => {
    accepts = () => true;
    const checker = signedChecker(privateKey);
    await ask(checker, [ONE]);
    accepts = () => false;
    await expect(ask(checker, [ONE])).rejects.toHaveProperty('code', 'checker_unauthorized');
    expect(new Set(lines().map(({ headers }) => headers.authorization)).size).toBe(2);
    expect(lines()).toHaveLength(3);
  });

  it('needs a private key, and quotes none', async () => {
    const wrong = privateKey.replace('PRIVATE', 'SECRET');
    const problem = 'secrets.private_key must be a private RSA key in PEM';
    expect(() => signedChecker(wrong)).toThrow(problem);
    const asked = ask(
      signedChecker(() => wrong),
      [ONE],
    );
    await expect(asked).rejects.toMatchObject({
      code: 'checker_unauthorized',
      hint: expect.stringContaining('private RSA key'),
    });
    await expect(asked).rejects.not.toThrow(wrong.slice(40, 80));
  });
});

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}
