import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi, pagesOf } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const FILE = csv(['phone'], [phone('dead')]);

async function list(api: Api, query = ''): Promise<ReplyOf<'list'>> {
  return expectAnswer(await api.request(`/v1/verify/tasks${query}`), 200, 'list');
}

const idsOf = ({ tasks }: ReplyOf<'list'>) => tasks.map(({ task_id }) => task_id);

export function listCases(define: DefineCase<MountedServer>): void {
  const it = ofArchives(define);

  it('shows the present tasks of the account, newest first', async (server) => {
    const [api, other] = [await openApi(server), await openApi(server)];
    await other.submitted({ content: FILE });
    assert.deepEqual(await list(api), { tasks: [], next_cursor: null });
    const taskIds: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      const taskId = await api.finished({ content: FILE, fileName: `file-${made}.csv` });
      taskIds.unshift(taskId);
    }
    const page = await list(api);
    assert.deepEqual([idsOf(page), page.next_cursor], [taskIds, null]);
    assert.deepEqual(page.tasks, await Promise.all(taskIds.map((taskId) => api.poll(taskId))));
  });

  it('goes from page to page', async (server) => {
    const api = await openApi(server);
    const taskIds: string[] = [];
    for (let made = 0; made < 5; made += 1) taskIds.unshift(await api.submitted({ content: FILE }));
    const pages = await pagesOf((query) => list(api, `?limit=2${query}`));
    assert.ok(pages.every(({ tasks }) => tasks.length <= 2));
    assert.deepEqual(pages.flatMap(idsOf), taskIds);
  });

  it('shows only tasks with the named status, and the text in the name of the file in any case', async (server) => {
    const api = await openApi(server);
    const done = await api.finished({ content: FILE, fileName: 'People of Bern.csv' });
    const going = await api.submitted({ content: csv(['phone'], [phone('slow')]) });
    const longest = encodeURIComponent('\u{1f4de}'.repeat(255));
    for (const [query, found] of [
      ['status=done', [done]],
      ['status=failed', []],
      ['file_name=people%20OF', [done]],
      ['file_name=bern&status=failed', []],
      ['file_name=%25', []],
      [`file_name=${longest}`, []],
    ] as const) {
      assert.deepEqual(idsOf(await list(api, `?${query}`)), found, query);
    }
    server.answerSlowChecks?.();
    await api.ended(going);
    assert.deepEqual(idsOf(await list(api, '?status=done')), [going, done]);
  });
}

export function removalCases(define: DefineCase<MountedServer>): void {
  const it = ofArchives(define);

  it('makes an ended task unknown, with its result, and changes no credits', async (server) => {
    const api = await openApi(server, { credits: 5 });
    const [taskId, kept] = [await api.submitted({ content: FILE }), await api.submitted({ content: FILE })];
    await Promise.all([api.ended(taskId), api.ended(kept)]);
    const reply = await api.delete(`/v1/verify/tasks/${taskId}`);
    assert.deepEqual([reply.status, await reply.text()], [204, '']);
    await expectError(await api.request(`/v1/verify/tasks/${taskId}`), 'task_not_found');
    await expectError(await api.download(taskId), 'task_not_found');
    await expectError(await api.delete(`/v1/verify/tasks/${taskId}`), 'task_not_found');
    assert.deepEqual(idsOf(await list(api)), [kept]);
    assert.equal((await api.lines(kept)).length, 2);
    assert.deepEqual({ ...(await api.balance()) }, { available: 3, held: 0 });
  });

  it('is refused for a task that has not ended', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: csv(['phone'], [phone('slow')]) });
    await expectError(await api.delete(`/v1/verify/tasks/${taskId}`), 'task_not_done');
    server.answerSlowChecks?.();
    assert.equal((await api.ended(taskId)).status, 'done');
  });
}

/** Servers without an archive refuse both operations. */
function ofArchives(define: DefineCase<MountedServer>): DefineCase<MountedServer> {
  return casesWhere(define, ({ hasArchive }) => hasArchive, 'this server has no archive');
}
