import assert from 'node:assert/strict';
import { SCOPES, type Scope } from '@dialproof/core';
import { OPERATIONS } from '@dialproof/http';
import type { Operation } from '@dialproof/http/wire';
import type { DefineCase } from '../../runner/test-runner.js';
import { casesWhere, openApi } from '../server/api.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';
import { pathOf } from './operation-cases.js';

/** The operations that need a scope. */
function operationsOf(scope: Scope): readonly (readonly [method: string, path: string])[] {
  return Object.values<Operation>(OPERATIONS)
    .filter((operation) => operation.scope === scope)
    .map((operation) => [operation.method, pathOf(operation)]);
}

export function scopeCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasScopes }) => hasScopes, 'the tokens of this server have no scopes');

  it('are needed one by one: an operation of another scope is refused, with a hint that names it', async (server) => {
    for (const scope of SCOPES) {
      const api = await openApi(server, { scopes: SCOPES.filter((other) => other !== scope) });
      for (const [method, path] of operationsOf(scope)) {
        const { hint } = await expectError(await api.request(path, { method }), 'forbidden');
        assert.match(hint ?? '', new RegExp(`\\b${scope}\\b`), `${method} ${path}`);
      }
    }
  });

  it('let a token do their operations', async (server) => {
    for (const scope of SCOPES) {
      const api = await openApi(server, { scopes: [scope] });
      for (const [method, path] of operationsOf(scope)) {
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
