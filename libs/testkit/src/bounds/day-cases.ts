import assert from 'node:assert/strict';
import { type AccountUsage, accountId } from '@dialproof/core';
import { rejectsWithCode } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import {
  beginDraft,
  beginRetry,
  enqueueTask,
  finishedTask,
  OWNER,
  REOPENED,
  sampleContents,
} from '../tasks/subject/sample-task.js';
import { type BoundedTasksSubject, ROOMY } from './room-cases.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const HALF_AN_HOUR_MS = HOUR_MS / 2;

export function dayCases(it: DefineTimedCase<BoundedTasksSubject>): void {
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

  it('counts from 0 again when the day has ended, and not before', async ({ bounded, store }, time) => {
    // A subject on the machine's own time may be a minute before midnight: a whole day is ahead then.
    await time.pass((await bounded.usage(OWNER)).dayEndsInMs);
    await finishedTask(store);
    await time.pass((await bounded.usage(OWNER)).dayEndsInMs - HALF_AN_HOUR_MS);
    await finishedTask(store);
    const { dayEndsInMs, tasksToday } = await bounded.usage(OWNER);
    assert.equal(tasksToday, 2);
    assert.ok(dayEndsInMs > 0 && dayEndsInMs <= HALF_AN_HOUR_MS, `the day ends in ${dayEndsInMs} ms`);
    await time.pass(dayEndsInMs);
    assert.equal((await bounded.usage(OWNER)).tasksToday, 0);
    await finishedTask(store);
    assert.equal((await bounded.usage(OWNER)).tasksToday, 1);
  });

  it('ends the day at midnight UTC, to the millisecond', async ({ bounded, store }, time) => {
    // Only the process with that clock can compare its time.
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
