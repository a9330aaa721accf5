import assert from 'node:assert/strict';
import { DialproofClient, isDialproofError } from '@dialproof/client';
import type { MountedServer } from '../http/server/mounted-server.js';
import { phone } from '../http/server/sample-files.js';
import type { DefineCase } from '../runner/test-runner.js';
import { openClient, refusedWith } from './open-client.js';

export function numberCases(it: DefineCase<MountedServer>): void {
  it('is verified', async (server) => {
    const { client } = await openClient(server);
    const verification = await client.verify(` ${phone('wa_registered')} `);
    assert.deepEqual([verification.phone, verification.status], [phone('wa_registered'), 'wa_registered']);
    assert.ok(Math.abs(Date.parse(verification.checked_at) - Date.now()) < 60_000);
  });

  it('that is none is refused, with the code, the status and the hint', async (server) => {
    const { client } = await openClient(server);
    await assert.rejects(client.verify('none'), (error) => {
      assert.ok(isDialproofError(error, 'invalid_phone'));
      assert.equal(error.status, 422);
      assert.ok((error.hint ?? '').length > 0);
      return true;
    });
  });

  it('is charged once for one key of the caller', async (server) => {
    const { client, account } = await openClient(server, { credits: 3 });
    const idempotencyKey = 'order 7';
    const first = await client.verify(phone('dead'), { idempotencyKey });
    assert.deepEqual(await client.verify(phone('dead'), { idempotencyKey }), first);
    assert.equal((await account.balance()).available, 2);
    await refusedWith('idempotency_key_reused', client.verify(phone('inactive'), { idempotencyKey }));
  });

  it('needs a known token', async (server) => {
    const client = new DialproofClient({ baseUrl: server.baseUrl, token: async () => 'nobody' });
    await refusedWith('not_authenticated', client.verify(phone('dead')));
  });
}
