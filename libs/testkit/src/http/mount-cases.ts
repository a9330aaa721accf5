import assert from 'node:assert/strict';
import type { DefineCase } from '../runner/test-runner.js';
import { Api, openApi } from './api.js';
import { expectJson } from './expect-reply.js';
import type { MountedServer } from './http-contract.js';

const NOT_OURS = [
  '/v1',
  '/v1/verify/',
  '/v1/verify/other',
  '/v1/verify/tasks',
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

  it('leave every other path to the host', async (server) => {
    const api = await openApi(server);
    for (const path of NOT_OURS) {
      assert.equal((await api.request(path)).status, 404, `${path} is answered`);
      assert.notEqual((await fetch(`${server.baseUrl}${path}`)).status, 401, `${path} is answered`);
    }
  });
}
