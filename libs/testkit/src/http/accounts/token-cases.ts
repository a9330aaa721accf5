import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { rawConnection, requestHead } from '../server/raw-connection.js';

const LONG_AGO = '2001-02-03T04:05:06.000Z';
const AHEAD = '2099-02-03T04:05:06.000Z';
const FAR_AHEAD = '2101-02-03T04:05:06.000Z';

/** Requests with a body, each with its own token. */
const HALF_OPEN: readonly {
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}[] = [
  { path: '/v1/tokens', body: '{"name":"later"}' },
  { path: '/v1/webhooks', body: '{"url":"https://hooks.example/later","events":["task.done"]}' },
  { path: '/v1/verify', body: '{"phone":"+14155550100"}' },
  { path: '/v1/verify', body: '{"phone":"+14155550100"}', headers: { 'idempotency-key': 'later' } },
];

async function created(api: Api, body: object = {}): Promise<ReplyOf<'createToken'>> {
  return expectAnswer(await api.postJson('/v1/tokens', body), 201, 'createToken');
}

async function list(api: Api): Promise<ReplyOf<'listTokens'>['tokens']> {
  return (await expectAnswer(await api.request('/v1/tokens'), 200, 'listTokens')).tokens;
}

function credits(api: Api, token: string): Promise<Response> {
  return api.request('/v1/credits', { headers: { authorization: `Bearer ${token}` } });
}

export function tokenCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasTokens }) => hasTokens, 'this server does not manage tokens');

  it('are made, shown once, listed and revoked', async (server) => {
    const api = await openApi(server);
    const before = (await list(api)).length;
    const { token, ...shown } = await created(api, { name: ' crm ', expires_at: FAR_AHEAD });
    assert.deepEqual([shown.name, shown.scopes, shown.expires_at], ['crm', null, FAR_AHEAD]);
    const listed = await api.request('/v1/tokens');
    const text = await listed.text();
    assert.ok(!text.includes(token), 'the token is shown again');
    assert.deepEqual((await list(api)).slice(before), [shown]);
    assert.equal((await credits(api, token)).status, 200);

    const path = `/v1/tokens/${shown.token_id}`;
    const reply = await api.delete(path);
    assert.deepEqual([reply.status, await reply.text()], [204, '']);
    await expectError(await credits(api, token), 'not_authenticated');
    await expectError(await api.delete(path), 'token_not_found');
    assert.equal((await list(api)).length, before);
  });

  it('are good for no more than the token that makes them', async (server) => {
    const api = await openApi(server);
    const maker = await created(api, { scopes: ['admin', 'verify'] });
    const narrow = api.withToken(maker.token);
    assert.deepEqual((await created(narrow)).scopes?.toSorted(), ['admin', 'verify']);
    const made = await created(narrow, { scopes: ['verify'] });
    assert.deepEqual(made.scopes, ['verify']);
    await expectError(await credits(api, made.token), 'forbidden');
    for (const scopes of [['read'], ['verify', 'batch']]) {
      const reply = await narrow.postJson('/v1/tokens', { scopes });
      await expectError(reply, 'forbidden');
    }
    // Without `admin`, a token cannot manage tokens.
    const without = api.withToken(made.token);
    await expectError(await without.request('/v1/tokens'), 'forbidden');
    await expectError(await without.postJson('/v1/tokens', '{}'), 'forbidden');
  });

  it('are good for no longer than the token that makes them', async (server) => {
    const api = await openApi(server);
    const maker = await created(api, { expires_at: AHEAD });
    const brief = api.withToken(maker.token);
    assert.equal((await created(brief)).expires_at, AHEAD);
    assert.equal((await created(brief, { expires_at: AHEAD })).expires_at, AHEAD);
    const reply = await brief.postJson('/v1/tokens', { expires_at: FAR_AHEAD });
    await expectError(reply, 'forbidden');
  });

  it('have no higher caps than the token that makes them, and share its day', async (server) => {
    const api = await openApi(server);
    const maker = await created(api, { max_credits_per_day: 3, max_credits_per_task: 2 });
    const capped = api.withToken(maker.token);
    const caps = ({ max_credits_per_day, max_credits_per_task }: ReplyOf<'listTokens'>['tokens'][number]) => [
      max_credits_per_day,
      max_credits_per_task,
    ];
    const same = await created(capped);
    const lower = await created(capped, { max_credits_per_day: 2, max_credits_per_task: 1 });
    assert.deepEqual(
      [caps(maker), caps(same), caps(lower)],
      [
        [3, 2],
        [3, 2],
        [2, 1],
      ],
    );
    for (const body of [{ max_credits_per_day: 4 }, { max_credits_per_task: 3 }]) {
      await expectError(await capped.postJson('/v1/tokens', body), 'forbidden');
    }
    const verify = (token: string) => api.withToken(token).postJson('/v1/verify', '{"phone":"+14155550100"}');
    for (const { token } of [maker, same]) assert.equal((await verify(token)).status, 200);
    const reply = await verify(lower.token);
    const seconds = Number(reply.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 86_400, `Retry-After is ${seconds}`);
    await expectError(reply, 'daily_limit_reached');
    assert.equal((await verify(same.token)).status, 200);
    await expectError(await verify(maker.token), 'daily_limit_reached');
    assert.equal((await verify((await created(api)).token)).status, 200);
  });

  it('are refused where they are none', async (server) => {
    const api = await openApi(server);
    const before = await list(api);
    for (const body of [
      { name: '' },
      { name: 'a'.repeat(101) },
      { name: 'line\nbreak' },
      { scopes: [] },
      { scopes: ['everything'] },
      { expires_at: LONG_AGO },
      { expires_at: 'tomorrow' },
      { max_credits_per_day: 0 },
      { max_credits_per_task: 1.5 },
    ]) {
      await expectError(await api.postJson('/v1/tokens', body), 'malformed_request');
    }
    assert.equal((await list(api)).length, before.length);
  });

  it('are made without an Idempotency-Key', async (server) => {
    const api = await openApi(server);
    const before = await list(api);
    const reply = await api.request('/v1/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a-key' },
      body: '{}',
    });
    await expectError(reply, 'malformed_request');
    assert.equal((await list(api)).length, before.length);
  });

  it('that are revoked before the body of their request is whole do nothing with it', async (server) => {
    const api = await openApi(server);
    const before = (await list(api)).length;
    for (const { path, body, headers } of HALF_OPEN) {
      if (path === '/v1/webhooks' && !server.hasWebhooks) continue;
      if (headers !== undefined && !server.remembersKeys) continue;
      const { token, token_id } = await created(api);
      const connection = await rawConnection(server.baseUrl);
      const length = { 'content-type': 'application/json', 'content-length': String(body.length) };
      await connection.send(
        requestHead('POST', `${server.baseUrl}${path}`, { token, ...length, ...headers }) + body.slice(0, 5),
      );
      const revoked = await api.delete(`/v1/tokens/${token_id}`);
      assert.equal(revoked.status, 204);
      await connection.send(body.slice(5));
      const reply = await connection.until(/\r\n\r\n[\s\S]*\}/);
      connection.socket.destroy();
      assert.match(reply, /^HTTP\/1\.1 401 [\s\S]*\{"detail":"not_authenticated"\}/, path);
    }
    assert.equal((await list(api)).length, before);
    assert.deepEqual({ ...(await api.balance()) }, { available: 1_000, held: 0 });
    if (server.hasWebhooks) {
      assert.equal(await (await api.request('/v1/webhooks')).text(), '{"webhooks":[]}');
    }
  });

  it('of another account are unknown', async (server) => {
    const [owner, other] = [await openApi(server), await openApi(server)];
    const before = (await list(other)).length;
    const { token, token_id } = await created(owner);
    for (const id of [token_id, 'none']) {
      await expectError(await other.delete(`/v1/tokens/${id}`), 'token_not_found');
    }
    assert.deepEqual([(await list(other)).length, (await credits(owner, token)).status], [before, 200]);
  });
}
