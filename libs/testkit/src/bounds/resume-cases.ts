import assert from 'node:assert/strict';
import { rejectsWithCode, sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import { beginRetry, REOPENED } from '../tasks/subject/sample-retry.js';
import { enqueueTask, finishedTask, taskOf } from '../tasks/subject/sample-task.js';
import type { BoundedTasksSubject } from './bounded-tasks-subject.js';
import { ROOMY } from './enqueue-cases.js';

export function resumeCases(it: DefineTimedCase<BoundedTasksSubject>): void {
  it('resumes no more tasks than the bound, and keeps the retry', async ({ bounded, store }) => {
    const ended = await finishedTask(store);
    await enqueueTask(store, 1);
    const { lease } = await beginRetry(store, ended.taskId);
    const bounds = { ...ROOMY, maxUnfinishedTasks: 1 };
    await rejectsWithCode(bounded.resumeWithin(lease, REOPENED, bounds), 'too_many_requests');
    sameJson(await taskOf(store, ended.taskId), ended);
    const wider = { ...ROOMY, maxUnfinishedTasks: 2 };
    assert.equal((await bounded.resumeWithin(lease, REOPENED, wider)).status, 'queued');
  });

  it('resolves a repeat to the resumed task, whatever the bounds', async ({ bounded, store }) => {
    const { taskId } = await finishedTask(store);
    const { lease } = await beginRetry(store, taskId);
    const bounds = { maxUnfinishedTasks: 1, maxStoredBytes: 1, maxTasksPerDay: 1 };
    const resumed = await bounded.resumeWithin(lease, REOPENED, bounds);
    sameJson(await bounded.resumeWithin(lease, REOPENED, bounds), resumed);
  });
}
