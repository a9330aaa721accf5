import assert from 'node:assert/strict';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi } from '../server/api.js';
import { expectAnswer, expectError, expectJson } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';

const NOT_EMAILS: readonly unknown[] = ['', 'ann', '@example.com', 'ann@', 'ann@@example.com', 7, null];

export function registrationCases(it: DefineCase<MountedServer>): void {
  const itRegisters = casesWhere(
    it,
    ({ hasRegistration }) => hasRegistration,
    'this server has no registration',
  );

  function register({ baseUrl }: MountedServer, email: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email });
    return fetch(`${baseUrl}/v1/accounts`, { method: 'POST', headers, body });
  }

  itRegisters('opens an account for anyone, whose token is good at once', async (server) => {
    const account = await expectAnswer(await register(server, ' ann@example.com '), 201, 'register');
    assert.equal(account.email, 'ann@example.com');
    const headers = { authorization: `Bearer ${account.token}` };
    const credits = await fetch(`${server.baseUrl}/v1/credits`, { headers });
    assert.equal(credits.status, 200);
  });

  itRegisters('refuses a taken address in any letter case and with any space around it', async (server) => {
    await expectJson(await register(server, 'bob@example.com'), 201);
    for (const email of ['bob@example.com', 'BOB@Example.COM', ' bob@example.com\t']) {
      await expectError(await register(server, email), 'email_taken');
    }
  });

  itRegisters('refuses what is no address', async (server) => {
    for (const email of NOT_EMAILS) await expectError(await register(server, email), 'invalid_email');
  });

  it("is the host's path where there is no registration", async (server) => {
    if (server.hasRegistration) skipCase('this server has a registration');
    const api = await openApi(server);
    assert.equal((await api.postJson('/v1/accounts', '{"email":"ann@example.com"}')).status, 404);
  });
}

async function markOf(api: Api): Promise<string> {
  return (await expectAnswer(await api.request('/v1/account'), 200, 'showAccount')).account;
}

export function accountMarkCases(it: DefineCase<MountedServer>): void {
  it('stays the same, and is unlike that of every other account', async (server) => {
    const [one, other] = [await openApi(server), await openApi(server)];
    const mark = await markOf(one);
    assert.match(mark, /^[\w-]{16}$/);
    assert.equal(await markOf(one), mark);
    assert.notEqual(await markOf(other), mark);
  });
}
