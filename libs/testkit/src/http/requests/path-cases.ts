import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { Api, openApi } from '../server/api.js';
import { expectError, expectJson } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { rawConnection } from '../server/raw-connection.js';
import { phoneCsv } from '../server/sample-files.js';

const NOT_OURS = [
  '/v1',
  '/v1/verify/',
  '/v1/verify/other',
  '/v1/verify/tasks/',
  '/v1/verify/tasks/a/b',
  '/v1/verify/tasks/a/download/b',
  '/v1/orders',
];

export function mountCases(it: DefineCase<MountedServer>): void {
  it('are served below every mount', async (server) => {
    const account = await server.openAccount({ credits: 3, suspended: false });
    for (const baseUrl of [server.baseUrl, ...server.otherBaseUrls]) {
      const api = new Api(baseUrl, account);
      assert.deepEqual(await expectJson(await api.request('/v1/credits'), 200), { available: 3, held: 0 });
    }
  });

  it('may be asked for with the whole address, as clients of proxies do', async (server) => {
    const { token } = await openApi(server);
    const connection = await rawConnection(server.baseUrl);
    const { host } = new URL(server.baseUrl);
    const head = `GET ${server.baseUrl}/v1/credits HTTP/1.1\r\nhost: ${host}\r\n`;
    await connection.send(`${head}authorization: Bearer ${token}\r\n\r\n`);
    assert.match(await connection.until(/\r\n\r\n/), /^HTTP\/1\.1 200 /);
    connection.socket.destroy();
  });

  it('leave every other path to the host', async (server) => {
    const api = await openApi(server);
    for (const path of NOT_OURS) {
      assert.equal((await api.request(path)).status, 404, `${path} is answered`);
      assert.notEqual((await fetch(`${server.baseUrl}${path}`)).status, 401, `${path} is answered`);
    }
  });
}

const METHODS = [
  ['/v1/verify', ['POST']],
  ['/v1/verify/batch', ['POST']],
  ['/v1/verify/batch/preview', ['POST']],
  ['/v1/verify/tasks', ['GET']],
  ['/v1/verify/tasks/7f1e', ['GET', 'DELETE']],
  ['/v1/lists/7f1e', ['GET', 'PATCH', 'DELETE']],
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
    const taskId = await api.finished({ content: phoneCsv(3) });
    for (const path of ['/v1/credits', `/v1/verify/tasks/${taskId}`, `/v1/verify/tasks/${taskId}/download`]) {
      const [head, get] = [await api.request(path, { method: 'HEAD' }), await api.request(path)];
      assert.equal(head.status, 200);
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
      assert.equal(await head.text(), '');
      assert.notEqual(await get.text(), '');
    }
  });
}
