import assert from 'node:assert/strict';
import { accountId } from '@dialproof/core';
import { rejectsWithCode, sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  beginDraft,
  claimNext,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  MARGIN_MS,
  sampleContents,
  sampleDraft,
  type TaskStoreSubject,
} from '../subject/sample-task.js';

export function discardCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('removes a draft together with its row blocks', async ({ store }, time) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    await store.discard(draft);
    await store.discard(draft);
    await time.pass(LEASE_MS);
    await claimNothing(store, null);
    const again = await store.begin(sampleDraft({ taskId: draft.taskId }));
    await store.discard(draft);
    await store.enqueue(again, sampleContents(1));
    assert.equal(await store.rowBlock(draft.taskId, 0), undefined);
  });

  it('never discards a task', async ({ store }) => {
    const finished = await finishedTask(store);
    const draft = await beginDraft(store);
    const queued = await store.enqueue(draft, sampleContents(1));
    await store.discard(draft);
    await store.discard({ ...draft, taskId: finished.taskId });
    sameJson(await store.find(queued.taskId), queued);
    sameJson(await store.find(finished.taskId), finished);
    const { lease } = await claimOf(store, 'check');
    await store.discard(lease);
    assert.equal((await store.find(queued.taskId))?.status, 'processing');
  });

  it('offers a draft to be discarded when its lease has ended, not before', async ({ store }, time) => {
    const owner = accountId('somebody else');
    const { taskId } = await beginDraft(store, { accountId: owner });
    await time.pass(LEASE_MS - MARGIN_MS);
    await claimNothing(store, MARGIN_MS);
    await time.pass(MARGIN_MS);
    const { lease, ...claim } = await claimOf(store, 'discard');
    assert.deepEqual([lease.taskId, lease.chunkIndex], [taskId, null]);
    sameJson(claim, { kind: 'discard', taskId, accountId: owner, run: 1, tries: 0 });
  });

  it('offers abandoned drafts before anything of a task', async ({ store }, time) => {
    await enqueueTask(store, 4);
    const drafts = [await beginDraft(store), await beginDraft(store)];
    await time.pass(LEASE_MS);
    const { claims } = await claimNext(store, { limit: 3 });
    assert.deepEqual(
      claims.map(({ kind }) => kind),
      ['discard', 'discard', 'check'],
    );
    assert.deepEqual(
      new Set(claims.slice(0, 2).map(({ taskId }) => taskId)),
      new Set(drafts.map(({ taskId }) => taskId)),
    );
  });

  it('leaves a draft alone whose lease is extended', async ({ store }, time) => {
    const draft = await beginDraft(store);
    await time.pass(LEASE_MS - MARGIN_MS);
    assert.equal(await store.extendLease(draft, LEASE_MS), true);
    await time.pass(2 * MARGIN_MS);
    await claimNothing(store, LEASE_MS - 2 * MARGIN_MS);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    await store.enqueue(draft, sampleContents(1));
    await claimOf(store, 'check');
  });

  it('makes no task of a draft that was claimed to be discarded', async ({ store }, time) => {
    const draft = await beginDraft(store);
    await time.pass(LEASE_MS);
    const { lease } = await claimOf(store, 'discard');
    for (const late of [draft, lease]) {
      await rejectsWithCode(store.appendRows(late, 0, Uint8Array.of(1)), 'task_not_found');
      await rejectsWithCode(store.enqueue(late, sampleContents(1)), 'task_not_found');
    }
    assert.equal(await store.find(draft.taskId), undefined);
  });

  it('lets a lost lease neither discard nor extend nor give back a draft', async ({ store }, time) => {
    const draft = await beginDraft(store);
    await time.pass(LEASE_MS);
    const first = await claimOf(store, 'discard');
    await time.pass(LEASE_MS);
    await claimOf(store, 'discard');
    for (const lost of [draft, first.lease]) {
      await store.discard(lost);
      await store.giveBack(lost, 0);
      assert.equal(await store.extendLease(lost, 9 * LEASE_MS), false);
    }
    await claimNothing(store, LEASE_MS);
    await time.pass(LEASE_MS);
    await claimOf(store, 'discard');
  });

  it('offers a draft to be discarded that its upload gives back', async ({ store }) => {
    const draft = await beginDraft(store);
    await store.giveBack(draft, 0);
    assert.equal((await claimOf(store, 'discard')).tries, 0);
  });
}
