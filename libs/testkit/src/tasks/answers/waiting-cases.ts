import assert from 'node:assert/strict';
import type { TaskWaiting } from '@dialproof/core';
import type { DefineTimedCase, SubjectTime } from '../../runner/own-time.js';
import {
  claimNothing,
  claimOf,
  enqueueTask,
  LEASE_MS,
  OUTAGE,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

const PAUSE_MS = OUTAGE.retryAfterMs;
const DAY_MS = OUTAGE.failAfterMs;

/** Expects a task to have waited for this long, and to wait for this much longer. */
function expectWaiting(
  waiting: TaskWaiting | null,
  time: SubjectTime,
  waitedMs: number,
  retryAfterMs: number,
): void {
  assert.ok(waiting !== null, 'the task does not wait');
  assert.equal(waiting.reason, 'checker_unavailable');
  assert.ok(Number.isSafeInteger(waiting.since) && Number.isSafeInteger(waiting.nextTryAt));
  if (!time.isOfClock) return;
  assert.equal(waiting.since, time.clock.now() - waitedMs);
  assert.equal(waiting.nextTryAt, time.clock.now() + retryAfterMs);
}

export function waitingCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('shows unfinished tasks as waiting during an outage', async ({ store }, time) => {
    const { taskId: started } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    const { taskId: queued } = await enqueueTask(store, 1);
    assert.equal((await taskOf(store, started)).waiting, null);
    await time.pass(5 * PAUSE_MS);
    await store.reportOutage(OUTAGE);
    await time.pass(10_000);
    for (const taskId of [started, queued]) {
      expectWaiting((await taskOf(store, taskId)).waiting, time, 10_000, PAUSE_MS - 10_000);
    }
    await store.endOutage();
    for (const taskId of [started, queued]) assert.equal((await taskOf(store, taskId)).waiting, null);
  });

  it('shows a task that was queued during an outage as waiting since then', async ({ store }, time) => {
    await store.reportOutage(OUTAGE);
    await time.pass(2 * PAUSE_MS);
    const { taskId } = await enqueueTask(store, 1);
    await store.reportOutage(OUTAGE);
    await time.pass(10_000);
    expectWaiting((await taskOf(store, taskId)).waiting, time, 10_000, PAUSE_MS - 10_000);
  });

  it('shows when the next probe may go out while one is', async ({ store }, time) => {
    const { taskId } = await enqueueTask(store, 1);
    await store.reportOutage(OUTAGE);
    await time.pass(PAUSE_MS);
    expectWaiting((await taskOf(store, taskId)).waiting, time, PAUSE_MS, 0);
    await claimOf(store, 'check');
    expectWaiting((await taskOf(store, taskId)).waiting, time, PAUSE_MS, LEASE_MS);
  });

  it('fails the tasks that have waited for too long, and no other', async ({ store }, time) => {
    const { taskId: old } = await enqueueTask(store, 2);
    const { taskId: complete } = await enqueueTask(store, 0);
    await time.pass(DAY_MS);
    await store.reportOutage(OUTAGE);
    await time.pass(DAY_MS / 2);
    const { taskId: young } = await enqueueTask(store, 1);
    await time.pass(DAY_MS / 2);
    await store.reportOutage(OUTAGE);
    assert.notEqual((await taskOf(store, young)).waiting, null);
    assert.equal((await taskOf(store, old)).waiting, null);
    assert.equal((await claimOf(store, 'finish', { taskId: old })).failureReason, 'checker_unavailable');
    assert.equal((await claimOf(store, 'finish', { taskId: complete })).failureReason, null);
    await claimNothing(store, PAUSE_MS, { taskId: young });
    await time.pass(PAUSE_MS);
    await claimOf(store, 'check', { taskId: young });
  });
}
