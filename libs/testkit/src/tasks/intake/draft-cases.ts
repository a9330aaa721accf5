import assert from 'node:assert/strict';
import { newTaskId, taskId } from '@dialproof/core';
import { rejectsWithCode, sameBytes, sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  beginDraft,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  OWNER,
  recorded,
  sampleContents,
  sampleDraft,
  sampleEnding,
  sampleRecord,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

/** More than a statement of most databases takes parameters. */
const CHUNKS = 20_000;

export function draftCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('refuses to begin a draft with an id that exists', async ({ store }) => {
    const ended = await finishedTask(store);
    const draft = await beginDraft(store);
    const task = await enqueueTask(store, 1);
    for (const { taskId } of [draft, task, ended]) {
      await rejectsWithCode(store.begin(sampleDraft({ taskId })), 'request_in_progress');
    }
    sameJson(await store.find(task.taskId), task);
    await store.appendRows(draft, 0, Uint8Array.of(1));
  });

  it('begins one draft of those that are begun at once with one id', async ({ store }) => {
    const draft = sampleDraft();
    const begun = await Promise.allSettled(Array.from({ length: 6 }, () => store.begin(draft)));
    const leases = begun.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    assert.equal(leases.length, 1);
    for (const outcome of begun) {
      if (outcome.status === 'rejected') {
        await rejectsWithCode(Promise.reject(outcome.reason), 'request_in_progress');
      }
    }
    for (const lease of leases) await store.enqueue(lease, sampleContents(1));
  });

  it('gives a draft the run that it was begun with, and its retries others', async ({ store }, time) => {
    const run = 2 ** 47 - 5;
    const abandoned = await beginDraft(store, { run: 7 });
    await time.pass(LEASE_MS);
    assert.equal((await claimOf(store, 'discard', { taskId: abandoned.taskId })).run, 7);
    const { taskId } = await enqueueTask(store, 0, { run });
    const { lease, ...finish } = await claimOf(store, 'finish', { taskId });
    assert.equal(finish.run, run);
    await store.finish(lease, sampleEnding({ charged: 0 }));
    const retry = await store.beginRetry(taskId, LEASE_MS);
    assert.ok(retry !== undefined && Number.isSafeInteger(retry.run), 'the retry has no run');
    assert.ok(![1, 7, run].includes(retry.run), `the retry has the run ${retry.run}, which was used`);
  });

  it('shows no draft', async ({ store }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    assert.equal(await store.find(draft.taskId), undefined);
    assert.equal(await store.rowBlock(draft.taskId, 0), undefined);
    assert.deepEqual(await store.statuses(draft.taskId), []);
    await claimNothing(store, LEASE_MS);
  });

  it('finds nothing under ids that were never used, and rejects none of them for it', async ({ store }) => {
    const strange = ['', 'a', '%', "' OR '1'='1", '__proto__', '\u0000', '\ud800', 'x'.repeat(20_000)];
    for (const text of [newTaskId(), ...strange]) {
      const lease = { taskId: taskId(text), chunkIndex: null, token: text };
      assert.equal(await store.find(lease.taskId), undefined);
      assert.equal(await store.rowBlock(lease.taskId, 0), undefined);
      assert.deepEqual(await store.statuses(lease.taskId), []);
      assert.equal(await store.extendLease(lease, LEASE_MS), false);
      assert.equal((await store.record({ ...lease, chunkIndex: 0 }, sampleRecord())).outcome, 'closed');
      await rejectsWithCode(store.beginRetry(lease.taskId, LEASE_MS), 'task_not_found');
      await store.discard(lease);
      await claimNothing(store, null, { taskId: lease.taskId });
    }
  });

  it('keeps a chunk for every five numbers of the largest file', async ({ store }) => {
    const { taskId } = await enqueueTask(store, CHUNKS);
    const { claims } = await store.claim({ leaseMs: LEASE_MS, limit: 300, taskId: null });
    assert.deepEqual([claims.length, (await store.statuses(taskId)).length], [300, CHUNKS]);
  });

  it('makes a draft a queued task, as a whole', async ({ store }, time) => {
    const draft = await beginDraft(store);
    const createdAt = time.clock.now();
    await time.pass(1_000);
    const contents = sampleContents(2, { total: 100_000, heldCredits: 99_998 });
    const task = await store.enqueue(draft, contents);
    assert.ok(Number.isSafeInteger(task.createdAt), `createdAt is ${task.createdAt}`);
    if (time.isOfClock) assert.equal(task.createdAt, createdAt);
    sameJson(task, {
      taskId: draft.taskId,
      accountId: OWNER,
      status: 'queued',
      total: 100_000,
      processed: 0,
      summary: { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 },
      sources: {},
      checksFailed: 0,
      createdAt: task.createdAt,
      startedAt: null,
      finishedAt: null,
      failureReason: null,
      waiting: null,
      credits: { held: 99_998, charged: 0 },
      file: contents.file,
    });
    sameJson(await store.find(draft.taskId), task);
    assert.deepEqual(await store.statuses(draft.taskId), [undefined, undefined]);
  });

  it('changes nothing when a task is enqueued again', async ({ store }) => {
    const draft = await beginDraft(store);
    await store.enqueue(draft, sampleContents(2));
    const { lease, revision } = await claimOf(store, 'check');
    await recorded(store, lease, sampleRecord({ revision }));
    const task = await taskOf(store, draft.taskId);
    sameJson(await store.enqueue(draft, sampleContents(5, { heldCredits: 1 })), task);
    sameJson(await store.find(draft.taskId), task);
    assert.equal((await store.statuses(draft.taskId)).length, 2);
  });

  it('makes one task of a draft in concurrent calls', async ({ store }) => {
    const draft = await beginDraft(store);
    const tasks = await Promise.all(Array.from({ length: 4 }, () => store.enqueue(draft, sampleContents(2))));
    for (const task of tasks) sameJson(task, tasks[0]);
    assert.equal((await store.statuses(draft.taskId)).length, 2);
  });

  it('makes no task without a draft', async ({ store }) => {
    const draft = await beginDraft(store);
    const other = await beginDraft(store);
    await store.discard(draft);
    await rejectsWithCode(store.enqueue(draft, sampleContents(1)), 'task_not_found');
    await rejectsWithCode(
      store.enqueue({ ...draft, taskId: newTaskId() }, sampleContents(1)),
      'task_not_found',
    );
    await rejectsWithCode(
      store.enqueue({ ...other, token: draft.token }, sampleContents(1)),
      'task_not_found',
    );
    assert.equal(await store.find(draft.taskId), undefined);
    assert.equal(await store.find(other.taskId), undefined);
    await claimNothing(store, LEASE_MS);
  });

  it('makes a task of a draft whose time has passed, unless it is claimed', async (subject, time) => {
    const { store } = subject;
    const draft = await beginDraft(store);
    await time.pass(2 * LEASE_MS);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    await store.enqueue(draft, sampleContents(1));
    sameBytes(await store.rowBlock(draft.taskId, 0), Uint8Array.of(1));
    await claimOf(store, 'check');
  });
}
