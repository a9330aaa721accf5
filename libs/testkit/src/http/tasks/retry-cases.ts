import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { openApi } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

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
