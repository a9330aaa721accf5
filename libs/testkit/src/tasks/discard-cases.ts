import assert from 'node:assert/strict';
import { rejectsWithCode, sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  beginDraft,
  claimAt,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  NOW,
  sampleContents,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

const ABANDONED_AT = NOW + LEASE_MS;

export function discardCases(it: DefineCase<TaskStoreSubject>): void {
  it('removes a draft together with its row blocks', async ({ store }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft.taskId, 0, Uint8Array.of(1));
    await store.discard(draft.taskId);
    await store.discard(draft.taskId);
    await claimNothing(store, ABANDONED_AT, null);
    await store.begin(draft);
    await store.enqueue(draft.taskId, sampleContents(1));
    assert.equal(await store.rowBlock(draft.taskId, 0), undefined);
  });

  it('never discards a task', async ({ store }) => {
    const finished = await finishedTask(store);
    const queued = await enqueueTask(store, 1);
    for (const task of [finished, queued]) {
      await store.discard(task.taskId);
      sameJson(await store.find(task.taskId), task);
    }
    await claimOf(store, 'check');
  });

  it('offers a draft to be discarded when its lease has ended, not before', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await claimNothing(store, ABANDONED_AT - 1, ABANDONED_AT);
    sameJson(await claimAt(store, ABANDONED_AT), { claim: { kind: 'discard', taskId } });
  });

  it('leaves a draft alone whose lease is extended', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    assert.equal(await store.extendLease({ taskId, chunkIndex: null }, ABANDONED_AT + 5), true);
    await claimNothing(store, ABANDONED_AT, ABANDONED_AT + 5);
    await store.appendRows(taskId, 0, Uint8Array.of(1));
    await store.enqueue(taskId, sampleContents(1));
    await claimOf(store, 'check', ABANDONED_AT + 5);
  });

  it('offers a draft to one at a time, and again when that lease ends', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    const answers = await Promise.all(Array.from({ length: 6 }, () => claimAt(store, ABANDONED_AT)));
    assert.equal(answers.filter(({ claim }) => claim !== null).length, 1);
    await claimNothing(store, ABANDONED_AT + LEASE_MS - 1, ABANDONED_AT + LEASE_MS);
    assert.equal((await claimOf(store, 'discard', ABANDONED_AT + LEASE_MS)).taskId, taskId);
    await store.discard(taskId);
    await claimNothing(store, ABANDONED_AT + 10 * LEASE_MS, null);
  });

  it('makes no task of a draft that was claimed to be discarded', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await claimOf(store, 'discard', ABANDONED_AT);
    await rejectsWithCode(store.appendRows(taskId, 0, Uint8Array.of(1)), 'task_not_found');
    await rejectsWithCode(store.enqueue(taskId, sampleContents(1)), 'task_not_found');
    assert.equal(await store.find(taskId), undefined);
  });

  it('offers a draft at once that is given back, whatever the pause', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await claimOf(store, 'discard', ABANDONED_AT);
    const pause = { notBefore: ABANDONED_AT + LEASE_MS, outageSince: null };
    await store.giveBack({ taskId, chunkIndex: null }, pause);
    assert.equal((await claimOf(store, 'discard', ABANDONED_AT)).taskId, taskId);
  });

  it('does not extend the lease of a draft that is gone', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await store.discard(taskId);
    assert.equal(await store.extendLease({ taskId, chunkIndex: null }, ABANDONED_AT), false);
  });

  it('lets no late extension of an upload hold up the task that came of it', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 0);
    assert.equal(await store.extendLease({ taskId, chunkIndex: null }, NOW + LEASE_MS), false);
    await claimOf(store, 'finish');
  });
}
