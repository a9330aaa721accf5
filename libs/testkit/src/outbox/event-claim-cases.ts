import assert from 'node:assert/strict';
import { byManyCallers, sameJson } from '../runner/expectations.js';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import {
  claimEvent,
  claimEvents,
  claimNoEvent,
  type EventOutboxSubject,
  expectRetryAfter,
  finishedTasks,
  LEASE_MS,
} from './sample-events.js';

const HOUR_MS = 3_600_000;

export function eventClaimCases(it: DefineTimedCase<EventOutboxSubject>): void {
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

  it('is not changed through its return values', async ({ store, outbox }, time) => {
    await finishedTasks(store, time, 1);
    const { lease, event } = await claimEvent(outbox);
    const unspoilt = { ...event };
    for (const key of Object.keys(event)) Reflect.set(event, key, 'overwritten');
    await outbox.postpone(lease, 0);
    sameJson((await claimEvent(outbox)).event, unspoilt);
  });

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
