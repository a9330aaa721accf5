import assert from 'node:assert/strict';
import { MAX_SOURCES, OTHER_SOURCE, type SourceCounts, VERIFICATION_STATUSES } from '@dialproof/core';
import { sameBytes, sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  claimNext,
  claimOf,
  enqueueTask,
  LEASE_MS,
  partialRecord,
  ROWS_WITHOUT_NUMBER,
  recorded,
  sampleRecord,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

export function recordCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('counts rows of each status under its own name', async ({ store }) => {
    const rows = { wa_registered: 1, telegram_registered: 20, dead: 300, inactive: 4_000, unknown: 50_000 };
    const { taskId } = await enqueueTask(store, 1);
    const { lease, revision } = await claimOf(store, 'check');
    await recorded(store, lease, sampleRecord({ revision, rows, checksFailed: 49_000 }));
    const { summary, checksFailed, processed } = await taskOf(store, taskId);
    sameJson(summary, { ...rows, unknown: rows.unknown + ROWS_WITHOUT_NUMBER });
    assert.equal(processed, 54_321 + ROWS_WITHOUT_NUMBER);
    assert.deepEqual(Object.keys(summary).sort(), [...VERIFICATION_STATUSES].sort());
    assert.equal(checksFailed, 49_000);
  });

  it('adds up the rows of each source, whatever it is called', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    sameJson((await taskOf(store, taskId)).sources, {});
    const { lease, revision } = await claimOf(store, 'check');
    const first = await recorded(store, lease, partialRecord({ revision, sources: { evidence: 70_000 } }));
    // Parsed from JSON: in a literal, `__proto__` would set the prototype.
    const odd: SourceCounts = JSON.parse('{"constructor":3,"__proto__":5,"evidence":1}');
    const second = await recorded(store, lease, partialRecord({ revision: first.revision, sources: odd }));
    await recorded(store, lease, sampleRecord({ revision: second.revision, sources: {} }));
    const { sources } = await taskOf(store, taskId);
    const expected = JSON.parse('{"evidence":70001,"constructor":3,"__proto__":5}');
    assert.deepEqual(Object.entries(sources).sort(), Object.entries(expected).sort());
  });

  it('counts the first 20 sources of a task by name, and all others as one', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    const { lease, revision: begun } = await claimOf(store, 'check');
    let revision = begun;
    for (let first = 0; first < 30; first += 3) {
      const names = [first, first + 1, first + 2].map((n) => [`source-${n}`, 2] as const);
      const sources = Object.fromEntries(names);
      ({ revision } = await recorded(store, lease, partialRecord({ revision, sources })));
    }
    const again = { 'source-0': 1, 'source-29': 1 };
    await recorded(store, lease, sampleRecord({ revision, sources: again }));
    const named = Array.from({ length: MAX_SOURCES }, (_, n) => [`source-${n}`, n === 0 ? 3 : 2]);
    const expected = { ...Object.fromEntries(named), [OTHER_SOURCE]: 2 * 10 + 1 };
    sameJson((await taskOf(store, taskId)).sources, expected);
  });

  it('changes nothing by a record of another revision, and returns the present one', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    const { lease, revision } = await claimOf(store, 'check');
    const first = await recorded(store, lease, partialRecord({ revision }));
    const task = await taskOf(store, taskId);
    // The repeat of a record with an unknown effect, and the answers of another worker.
    for (const record of [partialRecord({ revision }), sampleRecord({ revision })]) {
      const answer = await store.record(lease, record);
      assert.ok(answer.outcome === 'outdated', `it was ${answer.outcome}`);
      assert.equal(answer.revision, first.revision);
      sameBytes(answer.statuses, partialRecord().statuses);
    }
    sameJson(await taskOf(store, taskId), task);
    sameBytes((await store.statuses(taskId))[0], partialRecord().statuses);
    await recorded(store, lease, sampleRecord({ revision: first.revision }));
  });

  it('takes one of the records that come at once at the same revision', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    const { claims } = await claimNext(store, { limit: 3 });
    const answers = await Promise.all(
      [0, 0, 1, 0, 1, 1, 2, 2, 2].map((index) => {
        const claim = claims[index];
        assert.ok(claim?.kind === 'check');
        return store.record(claim.lease, sampleRecord({ revision: claim.revision }));
      }),
    );
    assert.equal(answers.filter(({ outcome }) => outcome === 'recorded').length, 3);
    const finishes = answers.flatMap((answer) =>
      answer.outcome === 'recorded' ? (answer.finish ?? []) : [],
    );
    assert.deepEqual(
      finishes.map(({ verified }) => verified),
      [6],
    );
    const task = await taskOf(store, taskId);
    assert.equal(task.processed, task.total);
    const unknown = 3 + ROWS_WITHOUT_NUMBER;
    sameJson(task.summary, { wa_registered: 3, telegram_registered: 0, dead: 3, inactive: 0, unknown });
  });

  it('takes the answers of a late worker, also when the chunk is claimed by another', async (subject, time) => {
    const { store } = subject;
    const { taskId } = await enqueueTask(store, 1);
    const late = await claimOf(store, 'check');
    await time.pass(LEASE_MS);
    const current = await claimOf(store, 'check');
    const { revision } = await recorded(store, late.lease, partialRecord({ revision: late.revision }));
    const answer = await store.record(current.lease, sampleRecord({ revision: current.revision }));
    assert.deepEqual([answer.outcome, await store.extendLease(current.lease, LEASE_MS)], ['outdated', true]);
    await recorded(store, late.lease, sampleRecord({ revision }));
    assert.equal(await store.extendLease(current.lease, LEASE_MS), false);
    assert.equal((await taskOf(store, taskId)).processed, ROWS_WITHOUT_NUMBER + 4);
  });
}
