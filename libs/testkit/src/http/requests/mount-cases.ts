import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { Api, openApi } from '../server/api.js';
import { expectJson } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { rawConnection } from '../server/raw-connection.js';

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
