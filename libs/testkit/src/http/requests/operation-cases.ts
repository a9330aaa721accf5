import assert from 'node:assert/strict';
import { SCOPES, type Scope } from '@dialproof/core';
import { OPERATIONS } from '@dialproof/http';
import { type AccountOperation, type Operation, requiredParameters } from '@dialproof/http/wire';
import { within } from '../../runner/expectations.js';
import type { DefineCase } from '../../runner/test-runner.js';
import { casesWhere, openApi } from '../server/api.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const FILE = csv(['phone'], [phone('dead')]);
const UNKNOWN_IDS = [
  '00000000-0000-4000-8000-000000000000',
  ...['a', '%00', '%E0%A4%A', "'; drop table tasks; --"],
];

const OF_ACCOUNTS = Object.entries<Operation>(OPERATIONS).filter(
  (entry): entry is [string, AccountOperation] => entry[1].access === 'account',
);

/** The path of an operation with its required parameters and the id of an item that does not exist. */
function pathOf({ path, query }: Operation, id = '7f1e'): string {
  const parameters = query === undefined ? [] : requiredParameters(query).map((name) => `${name}=7f1e`);
  return `${path.replace(/\{\w+\}/, id)}?${parameters.join('&')}`;
}

/** The rules that hold for every operation, whatever it does. */
export function operationCases(it: DefineCase<MountedServer>): void {
  it('refuses a parameter that comes twice, and leaves unknown ones alone', async (server) => {
    const api = await openApi(server);
    for (const [name, operation] of OF_ACCOUNTS) {
      if (operation.query === undefined || operation.method !== 'GET') continue;
      const [parameter] = Object.keys(operation.query.shape);
      const twice = await api.request(`${pathOf(operation)}&${parameter}=1&${parameter}=1`);
      if (await isMissing(twice)) continue;
      await within(name, expectError(twice, 'malformed_request'));
      const { status, body } = await api.request(`${pathOf(operation)}&nobody_knows_this=1`);
      await body?.cancel();
      assert.ok(status === 200 || status === 404, `${name}: ${status}`);
    }
  });

  it('refuses a query that names what there is not', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: FILE });
    const paged = ['limit=0', 'limit=101', 'limit=two', 'cursor=none%20at%20all'];
    for (const [path, queries] of [
      ['/v1/credits/entries', [...paged, 'format=xlsx']],
      [`/v1/verify/tasks/${taskId}/rows`, [...paged, 'status=alive', 'cursor=0.0']],
      [
        `/v1/verify/tasks/${taskId}/changes`,
        [...paged, 'change=no', 'format=xlsx'].map((query) => `against=x&${query}`),
      ],
      ['/v1/verify/tasks', [...paged, 'status=gone', 'file_name=', `file_name=${'x'.repeat(256)}`]],
    ] as const) {
      for (const query of queries) {
        const reply = await api.request(`${path}?${query}`);
        if (!(await isMissing(reply))) await within(query, expectError(reply, 'malformed_request'));
      }
    }
  });

  it('knows neither an unknown task nor that of another account', async (server) => {
    const [owner, stranger] = [await openApi(server), await openApi(server)];
    const taskId = await owner.submitted({ content: FILE });
    const before = await owner.ended(taskId);
    for (const [name, operation] of OF_ACCOUNTS) {
      const { method, path } = operation;
      if (!path.includes('{task_id}')) continue;
      for (const id of [taskId, ...UNKNOWN_IDS]) {
        const reply = await stranger.request(pathOf(operation, id), { method });
        if (await isMissing(reply)) continue;
        const { hint } = await expectError(reply, 'task_not_found').catch((error: unknown) =>
          assert.fail(`${name} of ${id}: ${error}`),
        );
        assert.equal(hint, undefined, `${name} of ${id} says which task there is`);
      }
    }
    assert.deepEqual(await owner.poll(taskId), before);
    assert.equal((await owner.lines(taskId)).length, 2);
  });
}

/** Whether the server lacks the part of an operation. */
async function isMissing(reply: Response): Promise<boolean> {
  return reply.status === 501 && /"not_supported"/.test(await reply.clone().text());
}

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
