import assert from 'node:assert/strict';
import { SCOPES, type Scope } from '@dialproof/core';
import type { DefineCase } from '../../runner/test-runner.js';
import { casesWhere, openApi } from '../server/api.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

type Operation = readonly [method: string, path: string];

/** Repeated here, since a server's own table cannot prove its answers. */
const OPERATIONS: Readonly<Record<Scope, readonly Operation[]>> = {
  read: [
    ['GET', '/v1/verify/tasks'],
    ['GET', '/v1/verify/tasks/7f1e'],
    ['GET', '/v1/verify/tasks/7f1e/download'],
    ['GET', '/v1/verify/tasks/7f1e/events'],
    ['GET', '/v1/account'],
    ['GET', '/v1/credits'],
    ['GET', '/v1/credits/entries'],
    ['GET', '/v1/webhooks'],
    ['GET', '/v1/webhooks/7f1e/deliveries'],
  ],
  verify: [['POST', '/v1/verify']],
  batch: [
    ['POST', '/v1/verify/batch'],
    ['POST', '/v1/verify/batch/preview'],
    ['POST', '/v1/verify/tasks/7f1e/cancel'],
    ['POST', '/v1/verify/tasks/7f1e/retry'],
    ['DELETE', '/v1/verify/tasks/7f1e'],
  ],
  admin: [
    ['POST', '/v1/webhooks'],
    ['DELETE', '/v1/webhooks/7f1e'],
    ['POST', '/v1/webhooks/7f1e/replay'],
    ['POST', '/v1/webhooks/7f1e/secret'],
    ['POST', '/v1/tokens'],
    ['GET', '/v1/tokens'],
    ['DELETE', '/v1/tokens/7f1e'],
  ],
};

export function scopeCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasScopes }) => hasScopes, 'the tokens of this server have no scopes');

  it('are needed one by one: an operation of another scope is refused, with a hint that names it', async (server) => {
    for (const scope of SCOPES) {
      const api = await openApi(server, { scopes: SCOPES.filter((other) => other !== scope) });
      for (const [method, path] of OPERATIONS[scope]) {
        const { hint } = await expectError(await api.request(path, { method }), 'forbidden');
        assert.match(hint ?? '', new RegExp(`\\b${scope}\\b`), `${method} ${path}`);
      }
    }
  });

  it('let a token do their operations', async (server) => {
    for (const scope of SCOPES) {
      const api = await openApi(server, { scopes: [scope] });
      for (const [method, path] of OPERATIONS[scope]) {
        const reply = await api.request(path, { method });
        await reply.arrayBuffer();
        assert.ok(reply.status !== 401 && reply.status !== 403, `${method} ${path} is ${reply.status}`);
      }
    }
  });

  it('are checked before the body, and nothing is charged', async (server) => {
    const api = await openApi(server, { credits: 5, scopes: ['read', 'admin'] });
    await expectError(await api.postJson('/v1/verify', '{"phone":'), 'forbidden');
    await expectError(await api.verify(phone('wa_registered')), 'forbidden');
    await expectError(await api.submit({ content: csv(['phone'], [phone('dead')]) }), 'forbidden');
    assert.deepEqual({ ...(await api.balance()) }, { available: 5, held: 0 });
  });

  it('are those of GET for HEAD', async (server) => {
    const without = await openApi(server, { scopes: ['verify'] });
    assert.equal((await without.request('/v1/credits', { method: 'HEAD' })).status, 403);
    const having = await openApi(server, { scopes: ['read'] });
    assert.equal((await having.request('/v1/credits', { method: 'HEAD' })).status, 200);
  });
}
