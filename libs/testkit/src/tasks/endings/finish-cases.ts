import assert from 'node:assert/strict';
import { newTaskId } from '@dialproof/core';
import { sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  beginDraft,
  claimNothing,
  claimOf,
  enqueueTask,
  LEASE_MS,
  OWNER,
  readyTask,
  recorded,
  sampleEnding,
  sampleRecord,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

const HOUR_MS = 3_600_000;

export function finishCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('claims the finish with the last record, for as long as that says', async ({ store }, time) => {
    const { taskId } = await enqueueTask(store, 2);
    const first = await claimOf(store, 'check');
    const second = await claimOf(store, 'check');
    const { finish: none } = await recorded(
      store,
      second.lease,
      sampleRecord({ revision: second.revision, verified: 3 }),
    );
    assert.equal(none, null);
    const { finish } = await recorded(
      store,
      first.lease,
      sampleRecord({ revision: first.revision, leaseMs: 25_000 }),
    );
    assert.ok(finish !== null, 'it does not claim the finish');
    const { lease, ...claim } = finish;
    const common = { taskId, accountId: OWNER, run: 1 };
    sameJson(claim, { kind: 'finish', ...common, verified: 5, failureReason: null, tries: 0 });
    assert.deepEqual([lease.taskId, lease.chunkIndex], [taskId, null]);
    await claimNothing(store, 25_000);
    await time.pass(25_000);
    assert.equal((await claimOf(store, 'finish')).verified, 5);
  });

  it('takes no record of a task whose finish was claimed, given back or not', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    const { lease, revision } = await claimOf(store, 'check');
    const answer = await recorded(store, lease, sampleRecord({ revision }));
    assert.ok(answer.finish !== null);
    const task = await taskOf(store, taskId);
    const again = () => store.record(lease, sampleRecord({ revision: answer.revision }));
    assert.equal((await again()).outcome, 'closed');
    await store.giveBack(answer.finish.lease, 0);
    assert.equal((await again()).outcome, 'closed');
    const finish = await claimOf(store, 'finish');
    assert.equal(finish.verified, 2);
    sameJson(await taskOf(store, taskId), task);
    await store.finish(finish.lease, sampleEnding());
    assert.equal((await again()).outcome, 'closed');
  });

  it('takes no record of an unknown task', async ({ store }) => {
    const draft = await beginDraft(store);
    for (const taskId of [draft.taskId, newTaskId()]) {
      const answer = await store.record({ ...draft, taskId, chunkIndex: 0 }, sampleRecord());
      assert.equal(answer.outcome, 'closed');
    }
  });

  it('ends a task with its charge', async ({ store }, time) => {
    const { lease, taskId } = await readyTask(store, 1);
    const before = await taskOf(store, taskId);
    await time.pass(1_000);
    await store.finish(lease, sampleEnding({ charged: 2 }));
    const { finishedAt, ...task } = await taskOf(store, taskId);
    assert.ok(Number.isSafeInteger(finishedAt), `finishedAt is ${finishedAt}`);
    if (time.isOfClock) assert.equal(finishedAt, time.clock.now());
    sameJson(
      { ...task, finishedAt: null },
      { ...before, status: 'done', credits: { held: 0, charged: 2 }, finishedAt: null },
    );
    await claimNothing(store, null);
  });

  it('ends no task before it was started, whatever the clock says', async ({ store }, time) => {
    const { lease, taskId } = await readyTask(store, 1);
    time.setClock(-HOUR_MS);
    await store.finish(lease, sampleEnding());
    const { startedAt, finishedAt } = await taskOf(store, taskId);
    assert.ok(startedAt !== null && finishedAt !== null);
    assert.ok(finishedAt >= startedAt, `finished ${finishedAt}, started ${startedAt}`);
  });

  it('ends a task whose lease has passed, unless others were given one', async ({ store }, time) => {
    const { lease, taskId } = await readyTask(store, 1);
    await time.pass(LEASE_MS);
    const other = await claimOf(store, 'finish');
    await store.finish(lease, sampleEnding({ charged: 9 }));
    assert.equal((await taskOf(store, taskId)).status, 'processing');
    await time.pass(2 * LEASE_MS);
    await store.finish(other.lease, sampleEnding({ charged: 2 }));
    sameJson((await taskOf(store, taskId)).credits, { held: 0, charged: 2 });
  });

  it('ends nothing under a lease that was given back, or is on something else', async ({ store }) => {
    const { lease, taskId } = await readyTask(store, 1);
    await store.giveBack(lease, LEASE_MS);
    await store.finish(lease, sampleEnding());
    assert.equal((await taskOf(store, taskId)).status, 'processing');

    const { taskId: other } = await enqueueTask(store, 2);
    const chunk = await claimOf(store, 'check');
    const ready = await readyTask(store, 1);
    for (const wrong of [
      chunk.lease,
      { ...chunk.lease, chunkIndex: null },
      { ...ready.lease, taskId: other },
    ]) {
      await store.finish(wrong, sampleEnding());
    }
    await store.finish({ ...lease, taskId: newTaskId() }, sampleEnding());
    assert.equal((await taskOf(store, other)).status, 'processing');
  });

  it('fails a task with its reason and keeps its records', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    const { lease, revision } = await claimOf(store, 'check');
    await recorded(store, lease, sampleRecord({ revision }));
    await store.fail(taskId, 'checker_unavailable');
    const finish = await claimOf(store, 'finish');
    const before = await taskOf(store, taskId);
    const failure = { status: 'failed', failureReason: 'checker_unavailable' } as const;
    await store.finish(finish.lease, sampleEnding({ ...failure, charged: 1 }));
    const failed = await taskOf(store, taskId);
    const { finishedAt } = failed;
    sameJson(failed, { ...before, ...failure, finishedAt, credits: { held: 0, charged: 1 } });
    assert.equal((await store.statuses(taskId)).filter((statuses) => statuses !== undefined).length, 1);
  });
}
