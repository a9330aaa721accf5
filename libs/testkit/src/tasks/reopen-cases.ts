import assert from 'node:assert/strict';
import { sameBytes, sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  beginDraft,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  NOW,
  sampleChunk,
  sampleContents,
  sampleResult,
  taskOf,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

export function reopenCases(it: DefineCase<TaskStoreSubject>): void {
  it('remembers a draft when it is opened again', async ({ store, reopen }) => {
    const { taskId } = await beginDraft(store);
    await store.appendRows(taskId, 0, Uint8Array.of(1, 2));
    const later = (await reopen?.()) ?? store;
    await claimNothing(later, NOW, NOW + LEASE_MS);
    await later.appendRows(taskId, 1, Uint8Array.of(3));
    await later.enqueue(taskId, sampleContents(1));
    sameBytes(await later.rowBlock(taskId, 0), Uint8Array.of(1, 2));
    sameBytes(await later.rowBlock(taskId, 1), Uint8Array.of(3));
  });

  it('remembers an abandoned draft when it is opened again', async ({ store, reopen }) => {
    const { taskId } = await beginDraft(store);
    const later = (await reopen?.()) ?? store;
    assert.equal((await claimOf(later, 'discard', NOW + LEASE_MS)).taskId, taskId);
  });

  it('remembers progress, statuses and leases when it is opened again', async ({ store, reopen }) => {
    const done = await finishedTask(store);
    const { taskId } = await enqueueTask(store, 3);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    const running = await store.record(taskId, 0, sampleResult());
    const later = (await reopen?.()) ?? store;
    sameJson(await later.find(done.taskId), done);
    sameJson(await later.find(taskId), running);
    sameBytes((await later.statuses(taskId))[0], sampleResult().statuses);
    sameBytes((await claimOf(later, 'check')).chunk, sampleChunk(2));
    await claimNothing(later, NOW, NOW + LEASE_MS);
    sameJson(await later.record(taskId, 0, sampleResult({ verified: 3 })), running);
    await later.record(taskId, 1, sampleResult());
    await later.record(taskId, 2, sampleResult());
    assert.equal((await claimOf(later, 'finish')).verified, 6);
  });

  it('remembers a pause and an outage when it is opened again', async ({ store, reopen }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: NOW + 300, outageSince: NOW - 7 });
    const later = (await reopen?.()) ?? store;
    await claimNothing(later, NOW, NOW + 300);
    assert.equal((await claimOf(later, 'check', NOW + 300)).outageSince, NOW - 7);
  });

  it('remembers that a task was told to fail when it is opened again', async ({ store, reopen }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await store.fail(taskId, 'checker_unavailable');
    const later = (await reopen?.()) ?? store;
    const task = await taskOf(later, taskId);
    sameJson(await later.record(taskId, 0, sampleResult()), task);
    assert.equal((await claimOf(later, 'finish')).failureReason, 'checker_unavailable');
  });

  it('ends the leases of an earlier process when it is told to', async ({ store, reopen }) => {
    const { taskId } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    const later = (await reopen?.()) ?? store;
    await claimNothing(later, NOW, NOW + LEASE_MS);
    await later.endLeases();
    assert.equal((await claimOf(later, 'check')).task.taskId, taskId);
  });
}
