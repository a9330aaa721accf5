import { describe, expect, it } from 'vitest';
import { accountId } from '../model/identifiers.js';
import { emptySummary } from '../model/statuses.js';
import { newTaskId } from '../ports/entropy.js';
import type { StoreMoment } from '../ports/store-time.js';
import type { Lease, TaskContents } from '../ports/task-store.js';
import { claimDocuments } from './claim-documents.js';
import { OutageDocument } from './outage-document.js';
import { TaskDocument } from './task-document.js';

const FILE = {
  name: 'people.csv',
  header: ['phone'],
  phoneColumn: 0,
  sheet: null,
  notes: [],
} as unknown as TaskContents['file'];
const CONTENTS: TaskContents = {
  total: 3,
  rowsWithoutNumber: 1,
  heldCredits: 2,
  file: FILE,
  chunks: [Uint8Array.of(1), Uint8Array.of(2)],
};

function at(now: number): StoreMoment {
  return { now, wallNow: now, after: (ms) => now + ms };
}

function leaseOf(task: TaskDocument, chunkIndex: number | null, token: string): Lease {
  return { taskId: task.taskId, chunkIndex, token };
}

function queued(token = 'upload'): TaskDocument {
  const draft = { taskId: newTaskId(), accountId: accountId('ann'), run: 1, leaseMs: 60_000 };
  const task = TaskDocument.begin(draft, token, at(0));
  task.enqueue(leaseOf(task, null, token), CONTENTS, at(1));
  return task;
}

const record = (chunk: number, status: 'dead' | 'unknown') => ({
  revision: 0,
  statuses: Uint8Array.of(chunk),
  rows: { ...emptySummary(), [status]: 1 },
  sources: { twilio: 1 },
  checksFailed: status === 'unknown' ? 1 : 0,
  verified: status === 'unknown' ? 0 : 1,
  isComplete: true,
  leaseMs: 1_000,
});

describe('TaskDocument', () => {
  it('is the same after a round trip through JSON, at every step of a task and of its retry', () => {
    const steps: ((task: TaskDocument) => unknown)[] = [
      (task) => task.claimableAt(2, 0),
      (task) => task.claim({ token: 'a', leaseMs: 1_000 }, null, at(2)),
      (task) => task.claim({ token: 'b', leaseMs: 1_000 }, 7, at(3)),
      (task) => task.claimableAt(4, 0),
      (task) => task.extendLease(leaseOf(task, 0, 'a'), 5_000, at(5)),
      (task) => task.giveBack(leaseOf(task, 1, 'b'), 100, at(5)),
      (task) => task.suspend(6),
      (task) => task.extendLease(leaseOf(task, 0, 'a'), 5_000, at(6)),
      (task) => task.show({ outage: null, probeTask: undefined, time: { shown: (moment) => moment } }),
      (task) => task.suspend(null),
      (task) => task.record(0, record(0, 'dead'), 'c', at(7)),
      (task) => task.record(0, record(0, 'dead'), 'c', at(7)),
      (task) => task.record(1, record(1, 'unknown'), 'd', at(8)),
      (task) =>
        task.finish(leaseOf(task, null, 'd'), { status: 'done', failureReason: null, charged: 1 }, at(9)),
      (task) => [task.hasEnded, task.isOpen, task.endedAt],
      (task) => task.beginRetry({ token: 'e', leaseMs: 1_000 }, at(10)),
      (task) => task.acceptsResume(leaseOf(task, null, 'e')),
      (task) =>
        task.resume(
          leaseOf(task, null, 'e'),
          { heldCredits: 1, reopened: [{ chunkIndex: 1, statuses: Uint8Array.of(0) }] },
          at(11),
        ),
      (task) => task.claim({ token: 'f', leaseMs: 1_000 }, null, at(12)),
      (task) => task.fail('cancelled'),
      (task) => task.claimableAt(13, 0),
    ];
    const task = queued();
    let kept = keptAsJson(task);
    for (const step of steps) {
      kept = keptAsJson(kept);
      expect(step(kept)).toEqual(step(task));
      expect(kept.toJSON()).toEqual(task.toJSON());
    }
    expect(task.task).toMatchObject({ status: 'processing', processed: 2, checksFailed: 0 });
  });

  it('does not change if chunks are to be reopened that it does not have', () => {
    const task = queued();
    for (const chunk of [0, 1]) task.claim({ token: `${chunk}`, leaseMs: 1 }, null, at(2));
    task.record(0, record(0, 'unknown'), 'x', at(3));
    task.record(1, record(1, 'unknown'), 'end', at(3));
    task.finish(leaseOf(task, null, 'end'), { status: 'done', failureReason: null, charged: 0 }, at(4));
    task.beginRetry({ token: 'retry', leaseMs: 1 }, at(5));
    const before = structuredClone(task.toJSON());
    const reopened = [0, 9].map((chunkIndex) => ({ chunkIndex, statuses: Uint8Array.of(0) }));
    expect(() => task.resume(leaseOf(task, null, 'retry'), { heldCredits: 1, reopened }, at(6))).toThrow(
      RangeError,
    );
    expect(task.toJSON()).toEqual(before);
  });
});

describe('claimDocuments', () => {
  it('waits for the probe of a task that is not among the open ones', () => {
    const [probed, other] = [queued(), queued()];
    const outage = OutageDocument.report(
      null,
      { reason: 'checker_unavailable', isInferred: false, retryAfterMs: 0, failAfterMs: 1_000 },
      at(2),
    );
    const request = { leaseMs: 100, limit: 1, taskId: null };
    const newToken = () => 'token';
    const first = claimDocuments(request, {
      open: [probed],
      outage,
      probeTask: undefined,
      moment: at(3),
      newToken,
    });
    expect(first.claims).toMatchObject([{ kind: 'check', probe: { outageMs: 1 } }]);
    const ofOther = { ...request, taskId: other.taskId };
    const beside = { open: [other], outage, probeTask: probed, newToken };
    expect(claimDocuments(ofOther, { ...beside, moment: at(102) })).toMatchObject({
      claims: [],
      retryAfterMs: 1,
    });
    expect(claimDocuments(ofOther, { ...beside, moment: at(103) }).claims).toHaveLength(1);
  });
});

function keptAsJson(task: TaskDocument): TaskDocument {
  return new TaskDocument(JSON.parse(JSON.stringify(task)));
}
