import assert from 'node:assert/strict';
import { DialproofClient } from '@dialproof/client';
import type { MountedServer } from '../http/server/mounted-server.js';
import { phone } from '../http/server/sample-files.js';
import { type DefineCase, skipCase } from '../runner/test-runner.js';
import { openClient, refusedWith } from './open-client.js';

export function accountCases(it: DefineCase<MountedServer>): void {
  it('sees its credits and its charges', async (server) => {
    const { client } = await openClient(server, { credits: 5 });
    await client.verify(phone('dead'));
    assert.deepEqual(await client.credits(), { available: 4, held: 0 });
    if (!server.hasStatement) return;
    const entries = await client.creditEntries({ limit: 1 }).toArray();
    assert.deepEqual(
      entries.map(({ kind, credits }) => [kind, credits]),
      [
        ['charge', -1],
        ['grant', 5],
      ],
    );
  });

  it('gets the mark of its account', async (server) => {
    const [one, other] = [await openClient(server), await openClient(server)];
    const { account } = await one.client.account();
    assert.deepEqual(await one.client.account(), { account });
    assert.notEqual((await other.client.account()).account, account);
  });

  it('has webhooks', async (server) => {
    if (!server.hasWebhooks) skipCase('the server has no webhooks');
    const { client } = await openClient(server);
    const url = 'https://receiver.example/hooks';
    const { webhook_id, secret } = await client.webhooks.create({ url, events: ['task.done'] });
    assert.match(secret, /^whsec_/);
    const listed = await client.webhooks.list();
    assert.deepEqual(
      listed.map((webhook) => [webhook.webhook_id, webhook.url]),
      [[webhook_id, url]],
    );
    assert.notEqual((await client.webhooks.rotateSecret(webhook_id)).secret, secret);
    const since = new Date(Date.now() - 1_000).toISOString();
    assert.deepEqual(await client.webhooks.replay(webhook_id, { since }), { deliveries: 0 });
    assert.deepEqual(await client.webhooks.deliveries(webhook_id).toArray(), []);
    await client.webhooks.delete(webhook_id);
    await refusedWith('webhook_not_found', client.webhooks.delete(webhook_id));
  });

  it('has tokens', async (server) => {
    if (!server.hasTokens) skipCase('the server does not manage tokens');
    const { client } = await openClient(server);
    const { token, token_id } = await client.tokens.create({ name: 'crm', scopes: ['read'] });
    const narrow = new DialproofClient({ baseUrl: server.baseUrl, token });
    assert.equal((await narrow.credits()).held, 0);
    await refusedWith('forbidden', narrow.tokens.list());
    const listed = (await client.tokens.list()).find((one) => one.token_id === token_id);
    assert.deepEqual([listed?.name, listed?.scopes], ['crm', ['read']]);
    await client.tokens.revoke(token_id);
    await refusedWith('not_authenticated', narrow.credits());
    await refusedWith('token_not_found', client.tokens.revoke(token_id));
  });

  it('is opened by its email address, once', async (server) => {
    if (!server.hasRegistration) skipCase('the server opens no accounts');
    const { baseUrl } = server;
    const visitor = new DialproofClient({ baseUrl });
    const { token } = await visitor.register('data@example.com');
    const client = new DialproofClient({ baseUrl, token });
    assert.equal((await client.credits()).held, 0);
    await refusedWith('email_taken', visitor.register('data@example.com'));
  });

  it('needs no token to read the description of the server', async (server) => {
    const description = await new DialproofClient({ baseUrl: server.baseUrl }).describe();
    assert.ok(Object.keys(description['paths'] ?? {}).includes('/v1/verify'));
  });
}
