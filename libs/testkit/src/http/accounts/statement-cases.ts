import assert from 'node:assert/strict';
import { statementShape, type WireStatement } from '@dialproof/http/wire';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { type Api, openApi } from '../server/api.js';
import { expectError, expectShape } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

async function statement(api: Api, query = ''): Promise<WireStatement> {
  return expectShape(await api.request(`/v1/credits/entries${query}`), 200, statementShape);
}

export function statementCases(define: DefineCase<MountedServer>): void {
  const it: DefineCase<MountedServer> = (title, run) =>
    define(title, async (server) => {
      if (!server.hasStatement) skipCase('this server has no statement');
      await run(server);
    });

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
    const pages: WireStatement['entries'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: WireStatement = await statement(
        api,
        `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      assert.ok(page.entries.length <= 2);
      pages.push(...page.entries);
      cursor = page.next_cursor;
    }
    assert.deepEqual(pages, whole.entries);
  });

  it('refuses what there is not', async (server) => {
    const api = await openApi(server);
    for (const query of ['limit=0', 'limit=101', 'cursor=none%20at%20all']) {
      await expectError(await api.request(`/v1/credits/entries?${query}`), 'malformed_request');
    }
  });
}
