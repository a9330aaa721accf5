import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, openApi } from '../server/api.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const QUERIES = [
  '',
  '?format=xlsx',
  '?status=dead',
  '?status=dead,unknown',
  '?status=dead&format=xlsx',
  '?neutralize_formulas=true',
  '?columns=status,source',
  '?columns=source,status',
  '?columns=checked_at&format=xlsx',
];

/** The headers that HEAD and GET share. */
const OF_HEAD = ['etag', 'content-type', 'content-disposition', 'cache-control', 'accept-ranges'] as const;

async function doneTask(api: Api): Promise<string> {
  const taskId = await api.submitted({ content: csv(['phone'], [phone('dead')], [phone('inactive')]) });
  await api.ended(taskId);
  return taskId;
}

async function tagOf(api: Api, taskId: string, query = ''): Promise<string> {
  const reply = await api.download(taskId, query, { method: 'HEAD' });
  return reply.headers.get('etag') ?? assert.fail(`no tag of ${query}`);
}

export function conditionalDownloadCases(it: DefineCase<MountedServer>): void {
  it('is known by a strong tag, another one for each that it can be had as', async (server) => {
    const api = await openApi(server);
    const [taskId, other] = [await doneTask(api), await doneTask(api)];
    const tags = [await tagOf(api, other)];
    for (const query of QUERIES) {
      const [get, head] = [
        await api.download(taskId, query),
        await api.download(taskId, query, { method: 'HEAD' }),
      ];
      await get.arrayBuffer();
      for (const name of OF_HEAD) assert.equal(head.headers.get(name), get.headers.get(name), name);
      tags.push(get.headers.get('etag') ?? '');
    }
    for (const tag of tags) assert.match(tag, /^"[\x21\x23-\x7e]+"$/);
    assert.equal(new Set(tags).size, tags.length);
    assert.equal(await tagOf(api, taskId, '?status=unknown,dead'), await tagOf(api, taskId, QUERIES[3]));
    assert.equal(await tagOf(api, taskId, '?columns=status'), await tagOf(api, taskId));
  });

  it('is refused as ever to whoever may not have it, and before the task is done', async (server) => {
    const [owner, stranger] = [await openApi(server), await openApi(server)];
    const taskId = await doneTask(owner);
    const headers = { 'if-none-match': '*' };
    await expectError(await stranger.download(taskId, '', { headers }), 'task_not_found');
    const authorization = 'Bearer nobody';
    await expectError(
      await owner.download(taskId, '', { headers: { ...headers, authorization } }),
      'not_authenticated',
    );
    const early = await owner.submitted({ content: csv(['phone'], [phone('slow')]) });
    await expectError(await owner.download(early, '', { headers }), 'task_not_done');
    server.answerSlowChecks?.();
    await owner.ended(early);
  });
}
