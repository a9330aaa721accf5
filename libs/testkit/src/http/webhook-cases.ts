import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../runner/test-runner.js';
import { type Api, casesWhere, openApi } from './server/api.js';
import { expectAnswer, expectError } from './server/expect-reply.js';
import type { MountedServer } from './server/mounted-server.js';

/** Nothing is ever sent to it: no account of these cases has a task. */
const HOOK = { url: 'https://receiver.example/hooks', events: ['task.done', 'credits.low'] };
const SINCE = '2026-01-02T03:04:05.006Z';

async function created(api: Api, hook: object = HOOK): Promise<ReplyOf<'createWebhook'>> {
  return expectAnswer(await api.postJson('/v1/webhooks', hook), 201, 'createWebhook');
}

async function list(api: Api): Promise<ReplyOf<'listWebhooks'>['webhooks']> {
  return (await expectAnswer(await api.request('/v1/webhooks'), 200, 'listWebhooks')).webhooks;
}

export function webhookCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasWebhooks }) => hasWebhooks, 'this server has no webhooks');

  it('are made with a secret, listed without it, get a new one, and are deleted', async (server) => {
    const api = await openApi(server);
    assert.deepEqual(await list(api), []);
    const { secret, ...webhook } = await created(api);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{32,}=*$/);
    assert.deepEqual([webhook.url, webhook.events, webhook.disabled_at], [HOOK.url, HOOK.events, null]);
    const other = await created(api, { ...HOOK, events: ['task.failed'] });
    assert.notEqual(other.secret, secret);
    assert.deepEqual(
      (await list(api)).map(({ webhook_id }) => webhook_id),
      [webhook.webhook_id, other.webhook_id],
    );
    assert.deepEqual((await list(api))[0], webhook);
    const path = `/v1/webhooks/${webhook.webhook_id}`;
    const rotated = await expectAnswer(await api.post(`${path}/secret`), 200, 'rotateWebhookSecret');
    assert.notEqual(rotated.secret, secret);
    const reply = await api.delete(path);
    assert.deepEqual([reply.status, await reply.text()], [204, '']);
    assert.equal((await list(api)).length, 1);
  });

  it('show their deliveries page by page, and are replayed', async (server) => {
    const api = await openApi(server);
    const path = `/v1/webhooks/${(await created(api)).webhook_id}`;
    for (const body of [{ since: SINCE }, { since: SINCE, which: 'all' }]) {
      const reply = await api.postJson(`${path}/replay`, body);
      assert.deepEqual(await expectAnswer(reply, 202, 'replayWebhook'), { deliveries: 0 });
    }
    for (const query of ['', '?limit=1']) {
      const page = await expectAnswer(await api.request(`${path}/deliveries${query}`), 200, 'listDeliveries');
      assert.deepEqual(page, { deliveries: [], next_cursor: null });
    }
    for (const query of ['limit=0', 'limit=101', 'cursor=none%20at%20all']) {
      await expectError(await api.request(`${path}/deliveries?${query}`), 'malformed_request');
    }
  });

  it('are refused where they are none', async (server) => {
    const api = await openApi(server);
    for (const url of [
      'http://receiver.example/',
      'https://127.0.0.1/',
      'https://user@receiver.example/',
      'x',
    ]) {
      await expectError(await api.postJson('/v1/webhooks', { ...HOOK, url }), 'invalid_webhook_url');
    }
    for (const hook of [
      {},
      { ...HOOK, events: [] },
      { ...HOOK, events: ['task.begun'] },
      { events: HOOK.events },
    ]) {
      await expectError(await api.postJson('/v1/webhooks', hook), 'malformed_request');
    }
    const { webhook_id } = await created(api);
    for (const body of [{}, { since: 'yesterday' }, { since: SINCE, which: 'none' }]) {
      const reply = await api.postJson(`/v1/webhooks/${webhook_id}/replay`, body);
      await expectError(reply, 'malformed_request');
    }
    assert.equal((await list(api)).length, 1);
  });

  it('of another account are unknown', async (server) => {
    const [owner, other] = [await openApi(server), await openApi(server)];
    const { webhook_id } = await created(owner);
    for (const id of [webhook_id, 'none']) {
      const path = `/v1/webhooks/${id}`;
      await expectError(await other.delete(path), 'webhook_not_found');
      await expectError(await other.post(`${path}/secret`), 'webhook_not_found');
      await expectError(await other.request(`${path}/deliveries`), 'webhook_not_found');
      const replay = await other.postJson(`${path}/replay`, { since: SINCE });
      await expectError(replay, 'webhook_not_found');
    }
    assert.deepEqual(await list(other), []);
    assert.equal((await list(owner)).length, 1);
  });
}
