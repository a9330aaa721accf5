import assert from 'node:assert/strict';
import type { EventClaim, EventClaimAnswer, EventOutbox, TaskStore } from '@dialproof/core';
import { DRIFT_MS, type KeepsTime, type SubjectTime } from '../runner/own-time.js';
import type { Reopens } from '../runner/test-runner.js';
import { finishedTask } from '../tasks/subject/sample-task.js';

/** A task store, and the outbox that it appends to. */
export interface StoreWithOutbox {
  readonly store: TaskStore;
  readonly outbox: EventOutbox;
}

/** The subject of a case: a store and an outbox of its own. */
export interface EventOutboxSubject extends StoreWithOutbox, KeepsTime, Reopens<StoreWithOutbox> {}

export const LEASE_MS = 60_000;

export function claimEvents(outbox: EventOutbox, limit = 1): Promise<EventClaimAnswer> {
  return outbox.claimEvents({ leaseMs: LEASE_MS, limit });
}

/** Claims an event, and expects that there is one. */
export async function claimEvent(outbox: EventOutbox): Promise<EventClaim> {
  const [claim, ...more] = (await claimEvents(outbox)).claims;
  assert.ok(claim !== undefined, 'there is no event to be claimed');
  assert.equal(more.length, 0, 'more was claimed than one event');
  return claim;
}

/** Claims, and expects no event, and the given `retryAfterMs`. */
export async function claimNoEvent(outbox: EventOutbox, retryAfterMs: number | null): Promise<void> {
  const answer = await claimEvents(outbox);
  assert.equal(answer.claims.length, 0, 'an event could be claimed');
  expectRetryAfter(answer, retryAfterMs);
}

/** Expects this `retryAfterMs`, minus the real time that may have passed. */
export function expectRetryAfter(
  { retryAfterMs: said }: EventClaimAnswer,
  retryAfterMs: number | null,
): void {
  const isSo =
    said === null || retryAfterMs === null
      ? said === retryAfterMs
      : said >= 0 && said <= retryAfterMs && said > retryAfterMs - DRIFT_MS;
  assert.ok(isSo, `retryAfterMs is ${said}, expected ${retryAfterMs}`);
}

/** So many tasks that have ended, one after the other. */
export async function finishedTasks(
  store: TaskStore,
  time: SubjectTime,
  count: number,
): Promise<readonly string[]> {
  const taskIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    taskIds.push((await finishedTask(store)).taskId);
    await time.pass(1_000);
  }
  return taskIds;
}
