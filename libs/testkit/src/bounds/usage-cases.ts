import assert from 'node:assert/strict';
import { accountId, type BoundedTasks, STORED_TASK_BYTES } from '@dialproof/core';
import { sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import {
  beginDraft,
  enqueueTask,
  finishedTask,
  OWNER,
  sampleContents,
} from '../tasks/subject/sample-task.js';
import type { BoundedTasksSubject } from './bounded-tasks-subject.js';

const CHUNK_BYTES = 6;

/** The usage of the account, without the tasks of this day. */
async function keptBy(bounded: BoundedTasks) {
  const { storedBytes, unfinishedTasks } = await bounded.usage(OWNER);
  return { unfinishedTasks, storedBytes };
}

export function usageCases(it: DefineTimedCase<BoundedTasksSubject>): void {
  it('counts nothing of an account without tasks', async ({ bounded, store }) => {
    await enqueueTask(store, 1, { accountId: accountId('another account') });
    await beginDraft(store);
    sameJson(await keptBy(bounded), { unfinishedTasks: 0, storedBytes: 0 });
    assert.equal((await bounded.usage(OWNER)).tasksToday, 0);
  });

  it('counts the row blocks and the chunks of a task, and the task itself', async ({ bounded, store }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, new Uint8Array(100));
    await store.appendRows(draft, 0, new Uint8Array(40));
    await store.appendRows(draft, 1, new Uint8Array(5));
    await store.enqueue(draft, sampleContents(2));
    const storedBytes = STORED_TASK_BYTES + 45 + 2 * CHUNK_BYTES;
    sameJson(await keptBy(bounded), { unfinishedTasks: 1, storedBytes });
  });

  it('counts a task that has ended as stored until it is removed', async ({ archive, bounded, store }) => {
    const { taskId } = await finishedTask(store);
    const storedBytes = STORED_TASK_BYTES + CHUNK_BYTES;
    sameJson(await keptBy(bounded), { unfinishedTasks: 0, storedBytes });
    await archive.remove(taskId);
    sameJson(await keptBy(bounded), { unfinishedTasks: 0, storedBytes: 0 });
  });
}
