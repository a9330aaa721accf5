import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { openApi } from '../server/api.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { phone } from '../server/sample-files.js';

const OPERATIONS = [
  ['POST', '/v1/verify'],
  ['POST', '/v1/verify/batch'],
  ['GET', '/v1/verify/tasks/7f1e'],
  ['GET', '/v1/verify/tasks/7f1e/download'],
  ['GET', '/v1/verify/tasks/7f1e/events'],
  ['GET', '/v1/credits'],
] as const;

/** Bodies of unknown callers: 401 comes before anything is said about the body. */
const BODIES = ['', '{"phone":', 'x'.repeat(70_000)];

export function authenticationCases(it: DefineCase<MountedServer>): void {
  it('refuses every operation without a token, whatever else is wrong', async ({ baseUrl }) => {
    for (const [method, path] of OPERATIONS) {
      for (const body of method === 'POST' ? BODIES : [undefined]) {
        const reply = await fetch(`${baseUrl}${path}`, { method, ...(body === undefined ? {} : { body }) });
        assert.deepEqual([reply.headers.get('www-authenticate'), reply.status], ['Bearer', 401]);
        assert.equal(await reply.text(), '{"detail":"not_authenticated"}');
      }
    }
  });

  it('refuses a wrong method without a token as 401 and not as 405', async ({ baseUrl }) => {
    for (const [, path] of OPERATIONS) {
      await expectError(await fetch(`${baseUrl}${path}`, { method: 'DELETE' }), 'not_authenticated');
    }
  });

  it('refuses what is not one Bearer token that is known', async (server) => {
    const { token } = await openApi(server);
    const wrong = [
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      token,
      `Bearer ${token} ${token}`,
      `Bearer ${token}x`,
    ];
    for (const authorization of wrong) {
      const reply = await fetch(`${server.baseUrl}/v1/credits`, { headers: { authorization } });
      assert.equal(reply.status, 401, `${authorization.replaceAll(token, '<token>')} is let in`);
      await expectError(reply, 'not_authenticated');
    }
  });

  it('takes the scheme in any case', async (server) => {
    const { token } = await openApi(server);
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaRer']) {
      const headers = { authorization: `${scheme} ${token}` };
      assert.equal((await fetch(`${server.baseUrl}/v1/credits`, { headers })).status, 200);
    }
  });

  it('refuses every operation of a suspended account, and charges nothing', async (server) => {
    const api = await openApi(server, { credits: 5, suspended: true });
    await expectError(await api.verify(phone('wa_registered')), 'account_suspended');
    for (const [method, path] of OPERATIONS) {
      await expectError(await api.request(path, { method }), 'account_suspended');
    }
    assert.deepEqual({ ...(await api.balance()) }, { available: 5, held: 0 });
  });
}
