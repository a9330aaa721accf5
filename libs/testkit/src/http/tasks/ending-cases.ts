import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, openApi } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

/** A file with one number that is answered at once, and another one that is answered after about a second. */
const SLOW_FILE = csv(['phone'], [phone('dead')], [phone('slow')], ['none']);

async function cancelled(api: Api): Promise<string> {
  const taskId = await api.submitted({ content: SLOW_FILE });
  await expectAnswer(await api.post(`/v1/verify/tasks/${taskId}/cancel`), 200, 'cancel');
  const { status, failure_reason } = await api.ended(taskId);
  assert.deepEqual([status, failure_reason], ['failed', 'cancelled']);
  return taskId;
}

export function cancelCases(it: DefineCase<MountedServer>): void {
  it('ends a task and charges its verified numbers', async (server) => {
    const api = await openApi(server, { credits: 5 });
    const { credits, processed, summary, checks_failed } = await api.poll(await cancelled(api));
    assert.deepEqual([credits.held, checks_failed], [0, 0]);
    const verified = processed - summary.unknown;
    assert.ok(verified <= 2, `${verified} rows were verified`);
    assert.equal(credits.charged, verified);
    assert.deepEqual({ ...(await api.balance()) }, { available: 5 - verified, held: 0 });
  });

  it('leaves a partial result, on request', async (server) => {
    const api = await openApi(server);
    const taskId = await cancelled(api);
    await expectError(await api.download(taskId), 'task_not_done');
    await expectError(await api.download(taskId, '?partial=false'), 'task_not_done');
    const [header, first, second, none] = await api.lines(taskId, '?partial=true');
    assert.deepEqual([header, none], ['phone,verification_status', 'none,unknown']);
    assert.match(String(first), new RegExp(`^\\${phone('dead')},(dead|unknown)$`));
    assert.match(String(second), new RegExp(`^\\${phone('slow')},(wa_registered|unknown)$`));
  });

  it('changes nothing when it is repeated', async (server) => {
    const api = await openApi(server);
    const taskId = await cancelled(api);
    const before = await api.poll(taskId);
    assert.deepEqual(
      await expectAnswer(await api.post(`/v1/verify/tasks/${taskId}/cancel`), 200, 'cancel'),
      before,
    );
  });

  it('is refused for a task that has ended', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: csv(['phone'], [phone('dead')]) });
    await api.ended(taskId);
    await expectError(await api.post(`/v1/verify/tasks/${taskId}/cancel`), 'task_has_ended');
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

  it('needs a credit for each row that it checks again', async (server) => {
    const api = await openApi(server, { credits: 2 });
    const taskId = await api.submitted({ content: FAILING_FILE });
    await api.ended(taskId);
    assert.equal((await api.verify(phone('inactive'))).status, 200);
    await expectError(await api.post(`/v1/verify/tasks/${taskId}/retry`), 'insufficient_credits');
    assert.equal((await api.poll(taskId)).status, 'done');
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
