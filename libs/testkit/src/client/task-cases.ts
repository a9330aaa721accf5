import assert from 'node:assert/strict';
import type { MountedServer } from '../http/server/mounted-server.js';
import { csv, phone } from '../http/server/sample-files.js';
import { type DefineCase, skipCase } from '../runner/test-runner.js';
import { openClient, refusedWith } from './open-client.js';

const FILE = { name: 'people.csv', content: csv(['phone'], [phone('dead')], [phone('failing')]) };

export function taskCases(it: DefineCase<MountedServer>): void {
  it('is cancelled, and its verified rows are downloaded', async (server) => {
    const { client } = await openClient(server);
    const content = csv(['phone'], [phone('slow')], [phone('dead')]);
    const task = await client.submit({ name: 'people.csv', content });
    await task.cancel();
    server.answerSlowChecks?.();
    const { status, failure_reason } = await task.waitForEnd();
    assert.deepEqual({ status, failure_reason }, { status: 'failed', failure_reason: 'cancelled' });
    await refusedWith('task_not_done', task.download());
    const partial = await task.download({ partial: true });
    assert.match(await partial.text(), /^phone,verification_status\n/);
  });

  it('is retried', async (server) => {
    const { client } = await openClient(server);
    const task = await client.submit(FILE);
    assert.equal((await task.waitForEnd()).checks_failed, 1);
    await refusedWith('task_has_ended', task.cancel());
    assert.deepEqual([(await task.retry()).status, (await task.waitForEnd()).status], ['queued', 'done']);
  });

  it('is listed, page by page', async (server) => {
    if (!server.hasArchive) skipCase('the server has no archive of tasks');
    const { client } = await openClient(server);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const task = await client.submit(FILE);
      await task.waitForEnd();
      ids.unshift(task.id);
    }
    const listed: string[] = [];
    for await (const { task_id } of client.tasks({ status: 'done', limit: 2 })) listed.push(task_id);
    assert.deepEqual(listed, ids);
    const first = await client.tasks({ limit: 2 }).page();
    assert.equal(first.items.length, 2);
    const second = await client.tasks({ limit: 2 }).page(first.next_cursor);
    assert.deepEqual([second.items.length, second.next_cursor], [1, null]);
    assert.equal((await client.tasks({ status: 'failed' }).toArray()).length, 0);
  });

  it('is deleted', async (server) => {
    if (!server.hasArchive) skipCase('the server has no archive of tasks');
    const { client } = await openClient(server);
    const task = await client.submit(FILE);
    await task.waitForEnd();
    await task.delete();
    await refusedWith('task_not_found', task.get());
    await refusedWith('task_not_found', task.delete());
  });

  it('that does not exist cannot be followed', async (server) => {
    const { client } = await openClient(server);
    await refusedWith('task_not_found', client.task('none').waitForEnd());
  });
}
