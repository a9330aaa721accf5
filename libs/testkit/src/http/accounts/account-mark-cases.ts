import assert from 'node:assert/strict';
import { accountMarkShape } from '@dialproof/http/wire';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, openApi } from '../server/api.js';
import { expectShape } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';

async function markOf(api: Api): Promise<string> {
  return (await expectShape(await api.request('/v1/account'), 200, accountMarkShape)).account;
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
