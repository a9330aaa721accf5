import assert from 'node:assert/strict';
import { newTaskId } from '@dialproof/core';
import { sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  NOW,
  recordAll,
  sampleResult,
  taskOf,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

const PAUSE_MS = 400;

export function giveBackCases(it: DefineCase<TaskStoreSubject>): void {
  it('lets others claim a chunk at once that is given back', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    await claimOf(store, 'check');
    const { task } = await claimOf(store, 'check');
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: NOW, outageSince: null });
    sameJson(await taskOf(store, taskId), task);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 0);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 2);
    await claimNothing(store, NOW, NOW + LEASE_MS);
  });

  it('lets others claim a finish at once that is given back', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    await recordAll(store, taskId, 1);
    await claimOf(store, 'finish');
    await store.giveBack({ taskId, chunkIndex: null }, { notBefore: NOW, outageSince: null });
    assert.equal((await claimOf(store, 'finish')).verified, 2);
  });

  it('claims nothing of a task before its pause is over', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    await claimOf(store, 'check');
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: NOW + PAUSE_MS, outageSince: null });
    await claimNothing(store, NOW, NOW + PAUSE_MS);
    await claimNothing(store, NOW + PAUSE_MS - 1, NOW + PAUSE_MS);
    assert.equal((await claimOf(store, 'check', NOW + PAUSE_MS)).chunkIndex, 0);
  });

  it('pauses a finish too', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 0);
    await claimOf(store, 'finish');
    await store.giveBack({ taskId, chunkIndex: null }, { notBefore: NOW + PAUSE_MS, outageSince: null });
    await claimNothing(store, NOW + PAUSE_MS - 1, NOW + PAUSE_MS);
    await claimOf(store, 'finish', NOW + PAUSE_MS);
  });

  it('pauses the one task and no other', async ({ store }) => {
    const paused = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    const other = await enqueueTask(store, 2);
    const pause = { notBefore: NOW + PAUSE_MS, outageSince: null };
    await store.giveBack({ taskId: paused.taskId, chunkIndex: 0 }, pause);
    for (const expected of [0, 1]) {
      const claim = await claimOf(store, 'check');
      assert.equal(claim.task.taskId, other.taskId);
      assert.equal(claim.chunkIndex, expected);
    }
    await claimNothing(store, NOW, NOW + PAUSE_MS);
  });

  it('keeps to the longer of two pauses', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: NOW + PAUSE_MS, outageSince: null });
    await store.giveBack({ taskId, chunkIndex: 1 }, { notBefore: NOW + 1, outageSince: null });
    await claimNothing(store, NOW + 1, NOW + PAUSE_MS);
    await claimOf(store, 'check', NOW + PAUSE_MS);
  });

  it('records what is checked during a pause', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: NOW + PAUSE_MS, outageSince: null });
    await store.record(taskId, 1, sampleResult());
    assert.equal((await claimOf(store, 'check', NOW + PAUSE_MS)).chunkIndex, 0);
    await claimNothing(store, NOW + PAUSE_MS, NOW + PAUSE_MS + LEASE_MS);
  });

  it('does nothing when a recorded chunk is given back', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await store.record(taskId, 0, sampleResult());
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: NOW + PAUSE_MS, outageSince: NOW });
    const { chunkIndex, outageSince } = await claimOf(store, 'check');
    assert.equal(chunkIndex, 1);
    assert.equal(outageSince, null);
  });

  it('does nothing when something of an ended or unknown task is given back', async ({ store }) => {
    const finished = await finishedTask(store);
    const pause = { notBefore: NOW, outageSince: NOW };
    await store.giveBack({ taskId: finished.taskId, chunkIndex: 0 }, pause);
    await store.giveBack({ taskId: finished.taskId, chunkIndex: null }, pause);
    await store.giveBack({ taskId: newTaskId(), chunkIndex: 0 }, pause);
    await store.giveBack({ taskId: newTaskId(), chunkIndex: null }, pause);
    sameJson(await store.find(finished.taskId), finished);
    await claimNothing(store, NOW, null);
  });
}
