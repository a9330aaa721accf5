import assert from 'node:assert/strict';
import type { TaskId, TaskStore } from '@dialproof/core';
import type { DefineCase } from '../runner/test-runner.js';
import { claimOf, enqueueTask, NOW, sampleResult } from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

export function outageCases(it: DefineCase<TaskStoreSubject>): void {
  it('tells every later claim of a task since when its outage lasts', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    await claimOf(store, 'check');
    await giveBack(store, taskId, 0, NOW - 7);
    for (const expected of [0, 1, 2]) {
      const { chunkIndex, outageSince } = await claimOf(store, 'check');
      assert.equal(chunkIndex, expected);
      assert.equal(outageSince, NOW - 7);
    }
  });

  it('does not move the beginning of an outage', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    await giveBack(store, taskId, 0, NOW - 7);
    await giveBack(store, taskId, 1, NOW - 3);
    await claimOf(store, 'check');
    await giveBack(store, taskId, 0, null);
    assert.equal((await claimOf(store, 'check')).outageSince, NOW - 7);
  });

  it('begins no outage when a chunk is given back for another reason', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await giveBack(store, taskId, 0, null);
    assert.equal((await claimOf(store, 'check')).outageSince, null);
  });

  it('ends an outage when a chunk is recorded, and begins another later', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 4);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    await giveBack(store, taskId, 0, NOW - 7);
    await store.record(taskId, 1, sampleResult());
    assert.equal((await claimOf(store, 'check')).outageSince, null);
    await giveBack(store, taskId, 0, NOW - 2);
    assert.equal((await claimOf(store, 'check')).outageSince, NOW - 2);
  });

  it('does not end an outage when a chunk is recorded again', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    await store.record(taskId, 0, sampleResult());
    await giveBack(store, taskId, 1, NOW - 7);
    await store.record(taskId, 0, sampleResult());
    assert.equal((await claimOf(store, 'check')).outageSince, NOW - 7);
  });

  it('knows outages of one task apart from those of another', async ({ store }) => {
    const first = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await giveBack(store, first.taskId, 0, NOW - 7);
    const second = await enqueueTask(store, 2);
    for (let claimed = 0; claimed < 4; claimed += 1) {
      const { task, outageSince } = await claimOf(store, 'check');
      assert.equal(outageSince, task.taskId === second.taskId ? null : NOW - 7);
    }
  });
}

function giveBack(store: TaskStore, taskId: TaskId, chunkIndex: number, outageSince: number | null) {
  return store.giveBack({ taskId, chunkIndex }, { notBefore: NOW, outageSince });
}
