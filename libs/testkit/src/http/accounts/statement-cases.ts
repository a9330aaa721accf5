import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi, pagesOf } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

async function statement(api: Api, query = ''): Promise<ReplyOf<'creditEntries'>> {
  return expectAnswer(await api.request(`/v1/credits/entries${query}`), 200, 'creditEntries');
}

export function statementCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasStatement }) => hasStatement, 'this server has no statement');

  it('has grants and charges, newest first, and adds up to the balance', async (server) => {
    const api = await openApi(server, { credits: 9 });
    const taskId = await api.submitted({ content: csv(['phone'], [phone('dead')], [phone('inactive')]) });
    await api.ended(taskId);
    await api.verify(phone('wa_registered'));
    const { entries, next_cursor } = await statement(api);
    assert.equal(next_cursor, null);
    assert.deepEqual(
      entries.slice(0, 2).map(({ kind, credits, task_id }) => [kind, credits, task_id]),
      [
        ['charge', -1, null],
        ['charge', -2, taskId],
      ],
    );
    const { available, held } = await api.balance();
    assert.equal(
      entries.reduce((sum, { credits }) => sum + credits, 0),
      available + held,
    );
    assert.equal(new Set(entries.map(({ entry_id }) => entry_id)).size, entries.length);
  });

  it('goes from page to page', async (server) => {
    const api = await openApi(server, { credits: 9 });
    for (let serial = 0; serial < 4; serial += 1) await api.verify(phone('dead', serial));
    const whole = await statement(api);
    const pages = await pagesOf((query) => statement(api, `?limit=2${query}`));
    assert.ok(pages.every(({ entries }) => entries.length <= 2));
    assert.deepEqual(
      pages.flatMap(({ entries }) => entries),
      whole.entries,
    );
  });

  it('refuses what there is not', async (server) => {
    const api = await openApi(server);
    for (const query of ['limit=0', 'limit=101', 'cursor=none%20at%20all']) {
      await expectError(await api.request(`/v1/credits/entries?${query}`), 'malformed_request');
    }
  });
}
