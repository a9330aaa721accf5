import assert from 'node:assert/strict';
import { type AccountBounds, accountId, STORED_TASK_BYTES } from '@dialproof/core';
import { rejectsWithCode, sameJson } from '../runner/expectations.js';
import { byManyCallers } from '../runner/many-callers.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import {
  beginDraft,
  enqueueTask,
  finishedTask,
  OWNER,
  sampleContents,
} from '../tasks/subject/sample-task.js';
import type { BoundedTasksSubject } from './bounded-tasks-subject.js';

export const ROOMY: AccountBounds = {
  maxUnfinishedTasks: 100,
  maxStoredBytes: 1_000_000,
  maxTasksPerDay: 100,
};

/** The stored bytes of a sample task of one chunk. */
const TASK_BYTES = STORED_TASK_BYTES + 6;

export function enqueueCases(it: DefineTimedCase<BoundedTasksSubject>): void {
  it('queues no more unfinished tasks than the bound, and keeps the draft', async ({ bounded, store }) => {
    const bounds = { ...ROOMY, maxUnfinishedTasks: 2 };
    await finishedTask(store);
    await enqueueTask(store, 1, { accountId: accountId('another account') });
    await bounded.enqueueWithin(await beginDraft(store), sampleContents(1), bounds);
    await bounded.enqueueWithin(await beginDraft(store), sampleContents(1), bounds);
    const draft = await beginDraft(store);
    await rejectsWithCode(bounded.enqueueWithin(draft, sampleContents(1), bounds), 'too_many_requests');
    assert.equal(await store.find(draft.taskId), undefined);
    assert.equal((await store.enqueue(draft, sampleContents(1))).status, 'queued');
  });

  it('queues as many bytes as the bound, and none more', async ({ bounded, store }) => {
    const bounds = { ...ROOMY, maxStoredBytes: 2 * TASK_BYTES + 3 };
    await finishedTask(store);
    const large = await beginDraft(store);
    await store.appendRows(large, 0, new Uint8Array(4));
    await rejectsWithCode(bounded.enqueueWithin(large, sampleContents(1), bounds), 'stored_bytes_exceeded');
    const fitting = await beginDraft(store);
    await store.appendRows(fitting, 0, new Uint8Array(3));
    await bounded.enqueueWithin(fitting, sampleContents(1), bounds);
    assert.equal((await bounded.usage(OWNER)).storedBytes, bounds.maxStoredBytes);
  });

  it('queues no more than there is room for, of concurrent tasks', async ({ bounded, store }) => {
    const bounds = { ...ROOMY, maxUnfinishedTasks: 2 };
    const drafts = await byManyCallers(() => beginDraft(store));
    const queued = await Promise.allSettled(
      drafts.map((draft) => bounded.enqueueWithin(draft, sampleContents(1), bounds)),
    );
    assert.equal(queued.filter(({ status }) => status === 'fulfilled').length, 2);
    assert.equal((await bounded.usage(OWNER)).unfinishedTasks, 2);
  });

  it('resolves a repeat to the task, whatever the bounds', async ({ bounded, store }) => {
    const draft = await beginDraft(store);
    const bounds = { maxUnfinishedTasks: 1, maxStoredBytes: TASK_BYTES, maxTasksPerDay: 1 };
    const task = await bounded.enqueueWithin(draft, sampleContents(1), bounds);
    sameJson(await bounded.enqueueWithin(draft, sampleContents(1), bounds), task);
    assert.equal((await bounded.usage(OWNER)).tasksToday, 1);
  });

  it('makes no task of a missing draft', async ({ bounded, store }) => {
    const draft = await beginDraft(store);
    await store.discard(draft);
    await rejectsWithCode(bounded.enqueueWithin(draft, sampleContents(1), ROOMY), 'task_not_found');
  });
}
