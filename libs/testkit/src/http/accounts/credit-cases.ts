import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi, pagesOf } from '../server/api.js';
import { expectAnswer, expectError, expectJson } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

export function creditCases(it: DefineCase<MountedServer>): void {
  it('are told as available and held', async (server) => {
    const api = await openApi(server, { credits: 9 });
    await api.submitted({ content: csv(['phone'], [phone('slow')], [phone('dead')]) });
    const credits = await expectJson(await api.request('/v1/credits'), 200);
    assert.deepEqual(credits, { available: 7, held: 2 });
  });

  it('are held for every row that carries a number, and refused if there are fewer', async (server) => {
    const api = await openApi(server, { credits: 2 });
    const content = csv(['phone'], [phone('dead')], [phone('dead')], [phone('dead')], ['none']);
    await expectError(await api.submit({ content }), 'insufficient_credits');
    assert.deepEqual({ ...(await api.balance()) }, { available: 2, held: 0 });
  });

  it('are needed to submit any file: an account without credits is refused before the file is read', async (server) => {
    const api = await openApi(server, { credits: 0 });
    for (const content of [csv(['phone'], ['none']), 'a,"file that cannot be read']) {
      await expectError(await api.submit({ content }), 'insufficient_credits');
    }
  });
}

async function statement(api: Api, query = ''): Promise<ReplyOf<'creditEntries'>> {
  return expectAnswer(await api.request(`/v1/credits/entries${query}`), 200, 'creditEntries');
}

export function statementCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasStatement }) => hasStatement, 'this server has no statement');

  it('has grants and charges, newest first, and adds up to the balance', async (server) => {
    const api = await openApi(server, { credits: 9 });
    const taskId = await api.finished({ content: csv(['phone'], [phone('dead')], [phone('inactive')]) });
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

  it('is a .csv with the names of the files, which no spreadsheet takes for formulas', async (server) => {
    const api = await openApi(server, { credits: 200 });
    const content = csv(['phone'], [phone('dead')], [phone('inactive')]);
    const taskId = await api.finished({ content, fileName: '=1+1, x.csv' });
    // More entries than a page has.
    for (let serial = 0; serial < 24; serial += 1) await api.verify(phone('dead', serial));
    const { entries } = await statement(api, '?limit=100');
    const lines = entries.map(({ at, kind, credits, task_id, entry_id }) =>
      [at, kind, credits, task_id ?? '', task_id === null ? '' : `"'=1+1, x.csv"`, entry_id].join(),
    );
    const header = 'at,kind,credits,task_id,file_name,entry_id';
    const reply = await api.request('/v1/credits/entries?format=csv');
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
    assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="credits.csv"');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(await reply.text(), [header, ...lines, ''].join('\n'));
    const { next_cursor } = await statement(api, '?limit=3');
    const behind = await api.request(`/v1/credits/entries?format=csv&limit=2&cursor=${next_cursor}`);
    assert.equal(await behind.text(), [header, ...lines.slice(3, 5), ''].join('\n'));
    if (!server.hasArchive) return;
    await (await api.delete(`/v1/verify/tasks/${taskId}`)).body?.cancel();
    const after = await (await api.request('/v1/credits/entries?format=csv')).text();
    assert.match(after, new RegExp(`,-2,${taskId},,`));
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
}
