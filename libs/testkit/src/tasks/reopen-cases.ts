import assert from 'node:assert/strict';
import { sameBytes, sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import {
  beginDraft,
  beginRetry,
  claimNext,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  OUTAGE,
  partialRecord,
  REOPENED,
  recorded,
  sampleChunk,
  sampleContents,
  sampleRecord,
  type TaskStoreSubject,
  taskOf,
} from './subject/sample-task.js';

export function reopenCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('remembers a draft when it is opened again', async ({ store, reopen }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, Uint8Array.of(1, 2));
    const later = (await reopen?.()) ?? store;
    await claimNothing(later, LEASE_MS);
    await later.appendRows(draft, 1, Uint8Array.of(3));
    const { taskId } = await later.enqueue(draft, sampleContents(1));
    sameBytes(await later.rowBlock(taskId, 0), Uint8Array.of(1, 2));
    sameBytes(await later.rowBlock(taskId, 1), Uint8Array.of(3));
  });

  it('remembers progress, statuses and leases when it is opened again', async ({ store, reopen }) => {
    const done = await finishedTask(store);
    const { taskId } = await enqueueTask(store, 3);
    const first = await claimOf(store, 'check');
    const second = await claimOf(store, 'check');
    await recorded(store, first.lease, sampleRecord({ revision: first.revision }));
    const partial = await recorded(store, second.lease, partialRecord({ revision: second.revision }));
    const running = await taskOf(store, taskId);
    const later = (await reopen?.()) ?? store;
    sameJson(await later.find(done.taskId), done);
    sameJson(await later.find(taskId), running);
    sameBytes((await later.statuses(taskId))[0], sampleRecord().statuses);
    const third = await claimOf(later, 'check');
    sameBytes(third.chunk, sampleChunk(2));
    await claimNothing(later, LEASE_MS);
    const stale = await later.record(first.lease, sampleRecord({ revision: first.revision }));
    assert.deepEqual([stale.outcome, await later.extendLease(second.lease, LEASE_MS)], ['outdated', true]);
    await recorded(later, second.lease, sampleRecord({ revision: partial.revision }));
    const { finish } = await recorded(later, third.lease, sampleRecord({ revision: third.revision }));
    assert.equal(finish?.verified, 7);
  });

  it('remembers pauses and an outage when it is opened again', async ({ store, reopen }, time) => {
    const { taskId } = await enqueueTask(store, 1);
    const { lease } = await claimOf(store, 'check');
    await store.giveBack(lease, 45_000);
    await store.reportOutage({ ...OUTAGE, isInferred: true });
    await time.pass(10_000);
    const later = (await reopen?.()) ?? store;
    assert.notEqual((await taskOf(later, taskId)).waiting, null);
    assert.equal((await claimNext(later)).outage?.isInferred, true);
    await claimNothing(later, 35_000);
    await time.pass(35_000);
    const { probe } = await claimOf(later, 'check');
    assert.ok(probe !== null && probe.outageMs >= 45_000, 'the outage is forgotten');
  });

  it('remembers which probe is out when it is opened again', async ({ store, reopen }, time) => {
    await enqueueTask(store, 2);
    await store.reportOutage(OUTAGE);
    await time.pass(OUTAGE.retryAfterMs);
    await claimOf(store, 'check');
    const later = (await reopen?.()) ?? store;
    await claimNothing(later, LEASE_MS);
  });

  it('remembers that a task is failing when it is opened again', async ({ store, reopen }) => {
    const { taskId } = await enqueueTask(store, 2);
    const { lease, revision } = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    const later = (await reopen?.()) ?? store;
    assert.equal(await later.extendLease(lease, LEASE_MS), false);
    const { finish, isEnding } = await recorded(later, lease, sampleRecord({ revision }));
    assert.deepEqual([isEnding, finish?.failureReason], [true, 'cancelled']);
  });

  it('remembers a retry and its run when it is opened again', async ({ store, reopen }) => {
    const { taskId } = await finishedTask(store);
    const givenUp = await beginRetry(store, taskId);
    await store.discard(givenUp.lease);
    const { lease, run } = await beginRetry(store, taskId);
    const later = (await reopen?.()) ?? store;
    await claimNothing(later, LEASE_MS);
    const resumed = await later.resume(lease, REOPENED);
    sameJson(await later.resume(lease, REOPENED), resumed);
    assert.equal((await claimOf(later, 'check')).run, run);
  });
}
