import assert from 'node:assert/strict';
import { canBecome, hasEnded, type Task, VERIFICATION_STATUSES } from '@dialproof/core';
import { sameJson } from '../../runner/expectations.js';

/** Expects a task to make sense by itself. */
export function expectSound(task: Task): void {
  const counted = VERIFICATION_STATUSES.reduce((rows, status) => rows + task.summary[status], 0);
  assert.equal(task.processed, counted, 'the summary adds up to processed');
  assert.ok(task.processed <= task.total, `${task.processed} rows of ${task.total} are processed`);
  assert.ok(task.checksFailed >= 0 && task.checksFailed <= task.summary.unknown, 'failed checks are unknown');
  if (task.status !== 'queued')
    assert.notEqual(task.startedAt, null, 'startedAt is there once it is started');
  assert.equal(task.finishedAt === null, !hasEnded(task.status), 'finishedAt is there once it has ended');
  assert.equal(task.failureReason === null, task.status !== 'failed', 'what has failed has a reason');
  if (hasEnded(task.status)) assert.equal(task.credits.held, 0, 'nothing is held for what has ended');
  if (hasEnded(task.status)) assert.equal(task.waiting, null, 'what has ended does not wait');
}

/** Expects a task to be a possible later state of an earlier one, without a retry in between. */
export function expectFollows(task: Task, earlier: Task): void {
  assert.ok(task.processed >= earlier.processed, `processed fell from ${earlier.processed}`);
  if (hasEnded(earlier.status)) sameJson(task, earlier, 'an ended task stays as it is');
  assert.ok(
    task.status === earlier.status || canReach(earlier, task),
    `${earlier.status} became ${task.status}`,
  );
}

/** Several transitions may lie between two sights. */
function canReach(earlier: Task, task: Task): boolean {
  return (
    canBecome(earlier.status, task.status) ||
    (earlier.status === 'queued' && canBecome('processing', task.status))
  );
}
