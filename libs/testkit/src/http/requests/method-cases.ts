import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { openApi } from '../server/api.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { phone, phoneCsv } from '../server/sample-files.js';

const METHODS = [
  ['/v1/verify', ['POST']],
  ['/v1/verify/batch', ['POST']],
  ['/v1/verify/batch/preview', ['POST']],
  ['/v1/verify/tasks', ['GET']],
  ['/v1/verify/tasks/7f1e', ['GET', 'DELETE']],
  ['/v1/verify/tasks/7f1e/cancel', ['POST']],
  ['/v1/verify/tasks/7f1e/retry', ['POST']],
  ['/v1/verify/tasks/7f1e/download', ['GET']],
  ['/v1/verify/tasks/7f1e/events', ['GET']],
  ['/v1/credits', ['GET']],
  ['/v1/account', ['GET']],
  ['/v1/credits/entries', ['GET']],
] as const satisfies readonly (readonly [path: string, methods: readonly string[]])[];

const EVERY_METHOD = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function methodCases(it: DefineCase<MountedServer>): void {
  it('that a path does not take are refused, with those that it takes', async (server) => {
    const api = await openApi(server);
    for (const [path, right] of METHODS) {
      for (const method of EVERY_METHOD.filter((other) => !right.some((taken) => taken === other))) {
        const reply = await api.request(path, { method });
        await expectError(reply, 'method_not_allowed');
        const allowed = reply.headers.get('allow') ?? '';
        for (const taken of right) {
          assert.ok(allowed.split(', ').includes(taken), `${method} ${path} allows ${allowed}`);
        }
      }
    }
  });

  it('that a path takes are told to OPTIONS', async (server) => {
    const api = await openApi(server);
    for (const [path, right] of METHODS) {
      const reply = await api.request(path, { method: 'OPTIONS' });
      assert.equal(reply.status, 204);
      for (const taken of right) assert.ok((reply.headers.get('allow') ?? '').includes(taken));
    }
  });

  it('HEAD answers like GET without the body', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: phoneCsv(3) });
    await api.ended(taskId);
    for (const path of ['/v1/credits', `/v1/verify/tasks/${taskId}`, `/v1/verify/tasks/${taskId}/download`]) {
      const [head, get] = [await api.request(path, { method: 'HEAD' }), await api.request(path)];
      assert.equal(head.status, 200);
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
      assert.equal(await head.text(), '');
      assert.notEqual(await get.text(), '');
    }
  });

  it('that are wrong charge nothing', async (server) => {
    const api = await openApi(server, { credits: 1 });
    const body = JSON.stringify({ phone: phone('wa_registered') });
    const headers = { 'content-type': 'application/json' };
    await expectError(
      await api.request('/v1/verify', { method: 'PUT', headers, body }),
      'method_not_allowed',
    );
    assert.deepEqual({ ...(await api.balance()) }, { available: 1, held: 0 });
  });
}
