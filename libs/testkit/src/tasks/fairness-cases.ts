import assert from 'node:assert/strict';
import type { TaskId, TaskStore } from '@dialproof/core';
import type { DefineCase } from '../runner/test-runner.js';
import { claimOf, enqueueTask, NOW, sampleResult } from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

export function fairnessCases(it: DefineCase<TaskStoreSubject>): void {
  for (const [clock, stepMs] of [
    ['goes forward', 1],
    ['stands still', 0],
    ['goes backward', -1],
  ] as const) {
    it(`serves tasks in turn while the clock ${clock}`, async ({ store }) => {
      const tasks = [await enqueueTask(store, 9), await enqueueTask(store, 9), await enqueueTask(store, 9)];
      const served: TaskId[] = [];
      for (let step = 0; step < 27; step += 1) served.push(await serveNext(store, NOW + step * stepMs));
      const round = served.slice(0, 3);
      assert.equal(new Set(round).size, tasks.length, 'a task was served twice before another one once');
      assert.deepEqual(served, Array(9).fill(round).flat());
    });
  }

  it('does not let a small task wait for a large one that came first', async ({ store }) => {
    const large = await enqueueTask(store, 50);
    for (let step = 0; step < 5; step += 1) assert.equal(await serveNext(store, NOW), large.taskId);
    const small = await enqueueTask(store, 2);
    const served: TaskId[] = [];
    for (let step = 0; step < 4; step += 1) served.push(await serveNext(store, NOW));
    assert.equal(served.filter((taskId) => taskId === small.taskId).length, 2);
  });

  it('serves the others while everything of one task is claimed', async ({ store }) => {
    const small = await enqueueTask(store, 1);
    const large = await enqueueTask(store, 3);
    const served: TaskId[] = [];
    for (let step = 0; step < 4; step += 1) served.push((await claimOf(store, 'check')).task.taskId);
    assert.equal(served.filter((taskId) => taskId === small.taskId).length, 1);
    assert.equal(served.filter((taskId) => taskId === large.taskId).length, 3);
  });

  it('serves a task in its turn again when its pause is over', async ({ store }) => {
    const paused = await enqueueTask(store, 4);
    const other = await enqueueTask(store, 9);
    const first = await claimOf(store, 'check');
    const target = { taskId: first.task.taskId, chunkIndex: first.chunkIndex };
    await store.giveBack(target, { notBefore: NOW + 10, outageSince: null });
    const [waiting, working] =
      target.taskId === paused.taskId ? [paused.taskId, other.taskId] : [other.taskId, paused.taskId];
    for (let step = 0; step < 3; step += 1) assert.equal(await serveNext(store, NOW), working);
    assert.equal(await serveNext(store, NOW + 10), waiting);
  });
}

/** Claims a chunk, records it and tells whose it was. */
async function serveNext(store: TaskStore, now: number): Promise<TaskId> {
  const { task, chunkIndex } = await claimOf(store, 'check', now);
  await store.record(task.taskId, chunkIndex, sampleResult());
  return task.taskId;
}
