import assert from 'node:assert/strict';
import {
  type AccountBounds,
  type AccountUsage,
  accountId,
  type BoundedTasks,
  STORED_TASK_BYTES,
  type TaskArchive,
  type TaskStore,
} from '@dialproof/core';
import { byManyCallers, rejectsWithCode, sameJson } from '../runner/expectations.js';
import {
  type CreateOnClock,
  type DefineTimedCase,
  type KeepsTime,
  timedCasesWith,
} from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import {
  beginDraft,
  beginRetry,
  enqueueTask,
  finishedTask,
  OWNER,
  REOPENED,
  sampleContents,
  taskOf,
} from '../tasks/subject/sample-task.js';

/** The subject of a case: a task store of its own, with its bounds and its archive over the same tasks. */
export interface BoundedTasksSubject extends KeepsTime {
  readonly store: TaskStore;
  readonly bounded: BoundedTasks;
  readonly archive: TaskArchive;
}

const ROOMY: AccountBounds = {
  maxUnfinishedTasks: 100,
  maxStoredBytes: 1_000_000,
  maxTasksPerDay: 100,
};

/** The stored bytes of a sample task of one chunk. */
const TASK_BYTES = STORED_TASK_BYTES + 6;

function enqueueCases(it: DefineTimedCase<BoundedTasksSubject>): void {
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
}

function resumeCases(it: DefineTimedCase<BoundedTasksSubject>): void {
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

const CHUNK_BYTES = 6;

/** The usage of the account, without the tasks of this day. */
async function keptBy(bounded: BoundedTasks) {
  const { storedBytes, unfinishedTasks } = await bounded.usage(OWNER);
  return { unfinishedTasks, storedBytes };
}

function usageCases(it: DefineTimedCase<BoundedTasksSubject>): void {
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

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

function dayCases(it: DefineTimedCase<BoundedTasksSubject>): void {
  it('queues no more tasks on a day than the bound, and keeps the draft', async ({ bounded, store }) => {
    const bounds = { ...ROOMY, maxTasksPerDay: 2 };
    await finishedTask(store);
    await enqueueTask(store, 1, { accountId: accountId('another account') });
    await bounded.enqueueWithin(await beginDraft(store), sampleContents(1), bounds);
    const draft = await beginDraft(store);
    await rejectsWithCode(bounded.enqueueWithin(draft, sampleContents(1), bounds), 'too_many_requests');
    assert.equal(await store.find(draft.taskId), undefined);
    assert.equal((await store.enqueue(draft, sampleContents(1))).status, 'queued');
  });

  it('counts a task of the day that was removed', async ({ archive, bounded, store }) => {
    const { taskId } = await finishedTask(store);
    await archive.remove(taskId);
    assert.equal((await bounded.usage(OWNER)).tasksToday, 1);
  });

  it('counts no retry as a task of the day', async ({ bounded, store }) => {
    const { taskId } = await finishedTask(store);
    const { lease } = await beginRetry(store, taskId);
    await bounded.resumeWithin(lease, REOPENED, { ...ROOMY, maxTasksPerDay: 1 });
    assert.equal((await bounded.usage(OWNER)).tasksToday, 1);
  });

  it('ends the day at midnight UTC, to the millisecond', async ({ bounded, store }, time) => {
    // A subject with another clock cannot be compared.
    if (!time.isOfClock) return;
    const untilMidnight = () => new Date(time.clock.now()).setUTCHours(24, 0, 0, 0) - time.clock.now();
    const bounds = { ...ROOMY, maxTasksPerDay: 1 };
    await time.pass(7.5 * HOUR_MS);
    await finishedTask(store);
    await time.pass(untilMidnight() - 1);
    assert.deepEqual(dayOf(await bounded.usage(OWNER)), { tasksToday: 1, dayEndsInMs: 1 });
    const draft = await beginDraft(store);
    await rejectsWithCode(bounded.enqueueWithin(draft, sampleContents(1), bounds), 'too_many_requests');
    await time.pass(1);
    assert.deepEqual(dayOf(await bounded.usage(OWNER)), { tasksToday: 0, dayEndsInMs: DAY_MS });
    await bounded.enqueueWithin(draft, sampleContents(1), bounds);
    await time.pass(1);
    assert.deepEqual(dayOf(await bounded.usage(OWNER)), { tasksToday: 1, dayEndsInMs: DAY_MS - 1 });
  });

  it('begins no new day when the clock is set', async ({ bounded, store }, time) => {
    await finishedTask(store);
    for (const ms of [2 * DAY_MS, -4 * DAY_MS]) {
      time.setClock(ms);
      assert.equal((await bounded.usage(OWNER)).tasksToday, 1);
    }
  });
}

function dayOf({ dayEndsInMs, tasksToday }: AccountUsage): Pick<AccountUsage, 'dayEndsInMs' | 'tasksToday'> {
  return { dayEndsInMs, tasksToday };
}

/** Tests every sentence of {@link BoundedTasks}. Each case calls `create` for an empty store that goes by the clock. */
export function boundedTasksContract(runner: TestRunner, create: CreateOnClock<BoundedTasksSubject>): void {
  runner.describe('bounded tasks contract', () => {
    const it = timedCasesWith(runner, create);
    usageCases(it);
    enqueueCases(it);
    resumeCases(it);
    dayCases(it);
  });
}
