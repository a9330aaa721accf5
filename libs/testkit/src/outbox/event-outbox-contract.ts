import assert from 'node:assert/strict';
import type { EventClaim, EventClaimAnswer, EventOutbox, TaskStore } from '@dialproof/core';
import { byManyCallers, sameJson } from '../runner/expectations.js';
import {
  type CreateOnClock,
  type DefineTimedCase,
  DRIFT_MS,
  expectRetryAfter,
  type KeepsTime,
  type SubjectTime,
  timedCasesWith,
} from '../runner/own-time.js';
import type { Reopens, TestRunner } from '../runner/test-runner.js';
import {
  beginDraft,
  beginRetry,
  cancelledTask,
  claimOf,
  enqueueTask,
  finishedTask,
  OUTAGE,
  REOPENED,
  readyTask,
  recorded,
  sampleEnding,
  sampleRecord,
  taskOf,
} from '../tasks/subject/sample-task.js';

/** A task store, and the outbox that it appends to. */
export interface StoreWithOutbox {
  readonly store: TaskStore;
  readonly outbox: EventOutbox;
}

/** The subject of a case: a store and an outbox of its own. */
export interface EventOutboxSubject extends StoreWithOutbox, KeepsTime, Reopens<StoreWithOutbox> {}

const LEASE_MS = 60_000;

function claimEvents(outbox: EventOutbox, limit = 1): Promise<EventClaimAnswer> {
  return outbox.claimEvents({ leaseMs: LEASE_MS, limit });
}

/** Claims an event, and expects that there is one. */
async function claimEvent(outbox: EventOutbox): Promise<EventClaim> {
  const [claim, ...more] = (await claimEvents(outbox)).claims;
  assert.ok(claim !== undefined, 'there is no event to be claimed');
  assert.equal(more.length, 0, 'more was claimed than one event');
  return claim;
}

/** Claims, and expects no event, and the given `retryAfterMs`. */
async function claimNoEvent(outbox: EventOutbox, retryAfterMs: number | null): Promise<void> {
  const answer = await claimEvents(outbox);
  assert.equal(answer.claims.length, 0, 'an event could be claimed');
  expectRetryAfter(answer, retryAfterMs);
}

/** Makes this many tasks and ends them, one after the other. */
async function finishedTasks(store: TaskStore, time: SubjectTime, count: number): Promise<readonly string[]> {
  const taskIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    taskIds.push((await finishedTask(store)).taskId);
    await time.pass(1_000);
  }
  return taskIds;
}

function appendCases(it: DefineTimedCase<EventOutboxSubject>): void {
  it('has no event before a task has ended', async ({ store, outbox }) => {
    const draft = await beginDraft(store);
    await store.discard(draft);
    const { taskId } = await enqueueTask(store, 2);
    const { lease, revision } = await claimOf(store, 'check');
    await recorded(store, lease, sampleRecord({ revision }));
    await store.reportOutage({ ...OUTAGE, failAfterMs: 0 });
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

const HOUR_MS = 3_600_000;

function eventClaimCases(it: DefineTimedCase<EventOutboxSubject>): void {
  it('claims at most as many events as asked, in their order', async (subject, time) => {
    const { store, outbox } = subject;
    const taskIds = await finishedTasks(store, time, 5);
    const first = await claimEvents(outbox, 2);
    expectRetryAfter(first, 0);
    const second = await claimEvents(outbox, 9);
    expectRetryAfter(second, LEASE_MS);
    assert.equal(first.claims.length, 2);
    assert.deepEqual(
      [...first.claims, ...second.claims].map(({ event }) => event.taskId),
      taskIds,
    );
  });

  it('gives concurrent claims different events', async ({ store, outbox }, time) => {
    await finishedTasks(store, time, 5);
    const answers = await byManyCallers(() => claimEvents(outbox, 2));
    const ids = answers.flatMap(({ claims }) => claims.map(({ event }) => event.eventId));
    assert.deepEqual([ids.length, new Set(ids).size], [5, 5]);
  });

  it('claims an event again when its lease has ended, not before, and counts how often', async (subject, time) => {
    const { store, outbox } = subject;
    await finishedTasks(store, time, 1);
    const first = await claimEvent(outbox);
    for (const expected of [1, 2]) {
      await time.pass(LEASE_MS - 2 * DRIFT_MS);
      await claimNoEvent(outbox, 2 * DRIFT_MS);
      await time.pass(2 * DRIFT_MS);
      const again = await claimEvent(outbox);
      sameJson(again.event, first.event);
      assert.equal(again.tries, expected);
      assert.notEqual(again.lease.token, first.lease.token);
    }
  });

  it('never returns an acknowledged event again', async ({ store, outbox }, time) => {
    const [, kept] = await finishedTasks(store, time, 2);
    const { lease } = await claimEvent(outbox);
    await outbox.acknowledge(lease);
    await outbox.acknowledge(lease);
    await outbox.postpone(lease, 0);
    const { event, lease: second } = await claimEvent(outbox);
    assert.equal(event.taskId, kept);
    await claimNoEvent(outbox, LEASE_MS);
    await outbox.acknowledge(second);
    await time.pass(10 * LEASE_MS);
    await claimNoEvent(outbox, null);
  });

  it('claims a postponed event when its pause is over, and the others meanwhile', async (subject, time) => {
    const { store, outbox } = subject;
    const [paused, other] = await finishedTasks(store, time, 2);
    const { lease } = await claimEvent(outbox);
    await outbox.postpone(lease, HOUR_MS);
    await outbox.acknowledge(lease);
    const second = await claimEvent(outbox);
    assert.equal(second.event.taskId, other);
    await outbox.acknowledge(second.lease);
    await claimNoEvent(outbox, HOUR_MS);
    await time.pass(HOUR_MS);
    const again = await claimEvent(outbox);
    assert.deepEqual([again.event.taskId, again.tries], [paused, 1]);
    await outbox.postpone(again.lease, 0);
    assert.equal((await claimEvent(outbox)).tries, 2);
  });

  it('takes the word of a lease whose time has passed, unless others were given one', async (subject, time) => {
    const { store, outbox } = subject;
    await finishedTasks(store, time, 1);
    const lost = await claimEvent(outbox);
    await time.pass(LEASE_MS);
    const late = await claimEvent(outbox);
    await outbox.acknowledge(lost.lease);
    await outbox.postpone(lost.lease, 0);
    await claimNoEvent(outbox, LEASE_MS);
    await time.pass(2 * LEASE_MS);
    await outbox.acknowledge(late.lease);
    await claimNoEvent(outbox, null);
  });

  it('does nothing for an event that it does not know', async ({ outbox }) => {
    const lease = { eventId: 'no event', token: 'a token' };
    await outbox.acknowledge(lease);
    await outbox.postpone(lease, 0);
    await claimNoEvent(outbox, null);
  });

  it('is not changed through its return values', async ({ store, outbox }, time) => {
    await finishedTasks(store, time, 1);
    const { lease, event } = await claimEvent(outbox);
    const unspoilt = { ...event };
    for (const key of Object.keys(event)) Reflect.set(event, key, 'overwritten');
    await outbox.postpone(lease, 0);
    sameJson((await claimEvent(outbox)).event, unspoilt);
  });

  for (const [direction, ms] of [
    ['ahead', 24 * HOUR_MS],
    ['back', -24 * HOUR_MS],
  ] as const) {
    it(`measures leases and pauses alike when the clock is set ${direction}`, async (subject, time) => {
      const { store, outbox } = subject;
      await finishedTasks(store, time, 2);
      const paused = await claimEvent(outbox);
      await outbox.postpone(paused.lease, 2 * LEASE_MS);
      await claimEvent(outbox);
      time.setClock(ms);
      await claimNoEvent(outbox, LEASE_MS);
      await time.pass(LEASE_MS);
      await claimEvent(outbox);
      await claimNoEvent(outbox, LEASE_MS);
      await time.pass(LEASE_MS);
      assert.equal((await claimEvents(outbox, 9)).claims.length, 2);
    });
  }

  it('remembers events, leases and tries when it is opened again', async (subject, time) => {
    const { store, outbox, reopen } = subject;
    await finishedTasks(store, time, 3);
    const told = await claimEvent(outbox);
    await outbox.acknowledge(told.lease);
    const held = await claimEvent(outbox);
    const later = (await reopen?.()) ?? subject;
    const third = await claimEvent(later.outbox);
    await later.outbox.acknowledge(third.lease);
    await claimNoEvent(later.outbox, LEASE_MS);
    await later.outbox.postpone(held.lease, 0);
    const again = await claimEvent(later.outbox);
    sameJson(again.event, held.event);
    assert.equal(again.tries, 1);
  });
}

/** Tests every sentence of {@link EventOutbox}. Each case calls `create` for an empty store and outbox that go by the clock. */
export function eventOutboxContract(runner: TestRunner, create: CreateOnClock<EventOutboxSubject>): void {
  runner.describe('event outbox contract', () => {
    const it = timedCasesWith(runner, create);
    appendCases(it);
    eventClaimCases(it);
  });
}
