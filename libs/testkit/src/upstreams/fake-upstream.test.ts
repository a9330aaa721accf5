import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BODY_CHANGES, type BodyChange, changedBody } from './body-changes.js';
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.js';
import { selfSignedCertificate } from './self-signed-certificate.js';

const RIGHT = { status: 200, body: { ok: true, lines: [{ to: '41791234501' }, { to: '41791234502' }] } };

let upstream: FakeUpstream;
beforeEach(async () => {
  upstream = await startFakeUpstream(() => RIGHT);
});
afterEach(() => upstream.close());

const get = (init: RequestInit = {}) => fetch(`${upstream.baseUrl}/lines?to=a%20b`, init);

describe('a fake upstream', () => {
  it('answers, and keeps its requests', async () => {
    const reply = await get({ method: 'POST', body: 'asked', headers: { 'x-key': 'a-key' } });
    expect(await reply.json()).toEqual(RIGHT.body);
    expect(upstream.requests).toMatchObject([
      { method: 'POST', path: '/lines', body: 'asked', headers: { 'x-key': 'a-key' } },
    ]);
    expect(upstream.requests[0]?.query.get('to')).toBe('a b');
  });

  it('chooses its faults by the request and its position', async () => {
    upstream.fault = (_request, position) => (position === 1 ? { kind: 'closed' } : undefined);
    expect((await get()).status).toBe(200);
    await expect(get()).rejects.toThrow('fetch failed');
    expect((await get()).status).toBe(200);
  });

  it.each(['slow', 'gzip'] as const)('gives the right reply when it is %s', async (kind) => {
    upstream.fault = () => ({ kind });
    expect(await (await get()).json()).toEqual(RIGHT.body);
  });

  it.each(['truncated', 'closed'] as const)('breaks off when it is %s', async (kind) => {
    upstream.fault = () => ({ kind });
    await expect(get().then((reply) => reply.text())).rejects.toThrow();
  });

  it('redirects such that method and body would go elsewhere', async () => {
    upstream.fault = () => ({ kind: 'redirect', to: 'http://127.0.0.1:9/' });
    const reply = await get({ redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([307, 'http://127.0.0.1:9/']);
  });

  it('packs 256 MB into a small bomb', async () => {
    upstream.fault = () => ({ kind: 'bomb' });
    const { body } = await get();
    let bytes = 0;
    for await (const piece of body ?? []) bytes += piece.byteLength;
    expect(bytes).toBe(256 * 1_048_576);
  });

  it('has a certificate that clients refuse', async () => {
    const secure = await startFakeUpstream(() => RIGHT, { tls: selfSignedCertificate('upstream.example') });
    const refused = fetch(secure.baseUrl).catch((error: Error) => error.cause);
    expect(await refused).toHaveProperty('code', 'DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(secure.requests).toHaveLength(0);
    await secure.close();
  });
});

describe('a changed body', () => {
  const [FIRST, SECOND] = RIGHT.body.lines;
  const lines = (body: unknown, change: BodyChange): unknown => JSON.parse(changedBody({ body }, change));

  it.each([
    ['reordered', [SECOND, FIRST]],
    ['missing', [SECOND]],
    ['extra', [FIRST, SECOND, { to: '99991234501' }, { to: '99991234502' }]],
    ['duplicate', [FIRST, SECOND, FIRST]],
  ] as const)('is %s', (change, expected) => {
    expect(lines(RIGHT.body, change)).toEqual({ ok: true, lines: expected });
  });

  it.each(BODY_CHANGES)('differs from the right one: %s', (change) => {
    expect(changedBody(RIGHT, change)).not.toBe(JSON.stringify(RIGHT.body));
  });
});
