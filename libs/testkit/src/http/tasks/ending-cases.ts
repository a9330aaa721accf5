import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, openApi } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

/** A file with one number that is answered at once, and another one that is answered after about a second. */
const SLOW_FILE = csv(['phone'], [phone('dead')], [phone('slow')], ['none']);

function cancel(api: Api, taskId: string): Promise<Response> {
  return api.post(`/v1/verify/tasks/${taskId}/cancel`);
}

export function cancelCases(it: DefineCase<MountedServer>): void {
  it('ends a task, charges its verified numbers and leaves a partial result', async (server) => {
    const api = await openApi(server, { credits: 5 });
    const taskId = await api.submitted({ content: SLOW_FILE });
    await expectAnswer(await cancel(api, taskId), 200, 'cancel');
    const task = await api.ended(taskId);
    assert.deepEqual([task.status, task.failure_reason, task.checks_failed], ['failed', 'cancelled', 0]);
    const verified = task.processed - task.summary.unknown;
    assert.ok(verified <= 2, `${verified} rows were verified`);
    assert.deepEqual(task.credits, { held: 0, charged: verified });
    assert.deepEqual({ ...(await api.balance()) }, { available: 5 - verified, held: 0 });
    assert.deepEqual(await expectAnswer(await cancel(api, taskId), 200, 'cancel'), task);
    for (const query of ['', '?partial=false']) {
      await expectError(await api.download(taskId, query), 'task_not_done');
    }
    const [header, first, second, none] = await api.lines(taskId, '?partial=true');
    assert.deepEqual([header, none], ['phone,verification_status', 'none,unknown']);
    assert.match(String(first), new RegExp(`^\\${phone('dead')},(dead|unknown)$`));
    assert.match(String(second), new RegExp(`^\\${phone('slow')},(wa_registered|unknown)$`));
  });

  it('is refused for a task that has ended', async (server) => {
    const api = await openApi(server);
    const taskId = await api.finished({ content: csv(['phone'], [phone('dead')]) });
    await expectError(await cancel(api, taskId), 'task_has_ended');
    assert.equal((await api.poll(taskId)).status, 'done');
  });
}

export function outageCases(it: DefineCase<MountedServer>): void {
  it('that lasts too long fails the task, which then has no result and costs nothing', async (server) => {
    const api = await openApi((await server.startAnew?.()) ?? server, { credits: 5 });
    const taskId = await api.submitted({ content: csv(['phone'], [phone('unavailable')]) });
    const task = await api.ended(taskId);
    assert.deepEqual([task.status, task.failure_reason], ['failed', 'checker_unavailable']);
    assert.deepEqual(task.credits, { held: 0, charged: 0 });
    assert.notEqual(task.finished_at, null);
    await expectError(await api.download(taskId), 'task_not_done');
    assert.deepEqual({ ...(await api.balance()) }, { available: 5, held: 0 });
  });
}

const FAILING_FILE = csv(['phone'], [phone('dead')], [phone('failing')]);

export function retryCases(it: DefineCase<MountedServer>): void {
  it('continues with the rows whose check failed, and charges no row twice', async (server) => {
    const api = await openApi(server, { credits: 5 });
    const taskId = await api.submitted({ content: FAILING_FILE });
    const before = await api.ended(taskId);
    assert.deepEqual([before.status, before.checks_failed, before.credits.charged], ['done', 1, 1]);
    const queued = await expectAnswer(await api.post(`/v1/verify/tasks/${taskId}/retry`), 202, 'retry');
    assert.deepEqual(
      [queued.task_id, queued.status, queued.finished_at, queued.credits],
      [taskId, 'queued', null, { held: 1, charged: 1 }],
    );
    const after = await api.ended(taskId);
    assert.deepEqual(
      [after.status, after.checks_failed, after.credits],
      ['done', 1, { held: 0, charged: 1 }],
    );
    assert.deepEqual(await api.lines(taskId), [
      'phone,verification_status',
      `${phone('dead')},dead`,
      `${phone('failing')},unknown`,
    ]);
    assert.deepEqual({ ...(await api.balance()) }, { available: 4, held: 0 });
  });

  it('is refused for a task that has not ended, and for one with nothing left to verify', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: csv(['phone'], [phone('slow')]) });
    await expectError(await api.post(`/v1/verify/tasks/${taskId}/retry`), 'task_not_done');
    server.answerSlowChecks?.();
    await api.ended(taskId);
    await expectError(await api.post(`/v1/verify/tasks/${taskId}/retry`), 'nothing_to_retry');
  });
}
