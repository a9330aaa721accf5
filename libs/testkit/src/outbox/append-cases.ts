import assert from 'node:assert/strict';
import { sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import {
  beginDraft,
  beginRetry,
  cancelledTask,
  claimOf,
  enqueueTask,
  finishedTask,
  REOPENED,
  readyTask,
  recorded,
  sampleEnding,
  sampleRecord,
  taskOf,
} from '../tasks/subject/sample-task.js';
import { claimEvent, claimEvents, claimNoEvent, type EventOutboxSubject, LEASE_MS } from './sample-events.js';

export function appendCases(it: DefineTimedCase<EventOutboxSubject>): void {
  it('has no event before a task has ended', async ({ store, outbox }) => {
    const draft = await beginDraft(store);
    await store.discard(draft);
    const { taskId } = await enqueueTask(store, 2);
    const { lease, revision } = await claimOf(store, 'check');
    await recorded(store, lease, sampleRecord({ revision }));
    await store.reportOutage({
      reason: 'checker_unavailable',
      isInferred: false,
      retryAfterMs: 1_000,
      failAfterMs: 0,
    });
    await store.fail(taskId, 'cancelled');
    await claimOf(store, 'finish');
    await claimNoEvent(outbox, null);
  });

  it('has events of done and failed tasks, with ids and times only', async ({ store, outbox }) => {
    for (const [task, kind] of [
      [await finishedTask(store), 'task.done'],
      [await cancelledTask(store, 1), 'task.failed'],
    ] as const) {
      const { lease, event, tries } = await claimEvent(outbox);
      const { eventId } = event;
      assert.match(eventId, /^[a-zA-Z0-9_-]{1,64}$/);
      assert.deepEqual([lease.eventId, tries], [eventId, 0]);
      const { accountId, taskId, finishedAt } = task;
      sameJson(event, { eventId, kind, accountId, taskId, occurredAt: finishedAt });
    }
    await claimNoEvent(outbox, LEASE_MS);
  });

  it('has one event of an end, however often the task is finished', async ({ store, outbox }, time) => {
    const first = await readyTask(store, 1);
    await time.pass(LEASE_MS);
    const { lease, taskId } = await claimOf(store, 'finish');
    await store.finish(first.lease, sampleEnding());
    await claimNoEvent(outbox, null);
    await Promise.all([1, 2, 3].map(() => store.finish(lease, sampleEnding())));
    await store.finish(lease, sampleEnding());
    await store.finish(first.lease, sampleEnding());
    const { claims } = await claimEvents(outbox, 9);
    assert.deepEqual(
      claims.map(({ event }) => event.taskId),
      [taskId],
    );
  });

  it('has an event for the end of every run of a task', async ({ store, outbox }) => {
    const { taskId } = await finishedTask(store);
    const given = await beginRetry(store, taskId);
    await store.discard(given.lease);
    const retry = await beginRetry(store, taskId);
    await store.resume(retry.lease, { ...REOPENED, reopened: [] });
    const finish = await claimOf(store, 'finish');
    await store.finish(finish.lease, sampleEnding({ status: 'failed', failureReason: 'cancelled' }));
    const { claims } = await claimEvents(outbox, 9);
    assert.deepEqual(
      claims.map(({ event }) => event.kind),
      ['task.done', 'task.failed'],
    );
    assert.equal(new Set(claims.map(({ event }) => event.eventId)).size, 2);
    assert.equal(claims[1]?.event.occurredAt, (await taskOf(store, taskId)).finishedAt);
  });
}
