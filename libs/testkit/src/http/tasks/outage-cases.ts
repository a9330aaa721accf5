import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { openApi } from '../server/api.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

export function outageCases(it: DefineCase<MountedServer>): void {
  it('that lasts too long fails the task, which then has no result and costs nothing', async (server) => {
    const api = await openApi(server, { credits: 5 });
    const taskId = await api.submitted({ content: csv(['phone'], [phone('unavailable')]) });
    const task = await api.ended(taskId);
    assert.deepEqual([task.status, task.failure_reason], ['failed', 'checker_unavailable']);
    assert.deepEqual(task.credits, { held: 0, charged: 0 });
    assert.notEqual(task.finished_at, null);
    await expectError(await api.download(taskId), 'task_not_done');
    assert.deepEqual({ ...(await api.balance()) }, { available: 5, held: 0 });
  });
}
