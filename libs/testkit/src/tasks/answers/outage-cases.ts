import assert from 'node:assert/strict';
import { newTaskId } from '@dialproof/core';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  beginDraft,
  claimNext,
  claimNothing,
  claimOf,
  enqueueTask,
  LEASE_MS,
  MARGIN_MS,
  OUTAGE,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

const PAUSE_MS = OUTAGE.retryAfterMs;
const DAY_MS = OUTAGE.failAfterMs;

/** The length of an outage in a probe; real time may have passed as well. */
function expectOutageMs(probe: { readonly outageMs: number } | null, outageMs: number): void {
  assert.ok(probe !== null, 'the claim is no probe');
  const isSo = probe.outageMs >= outageMs && probe.outageMs < outageMs + MARGIN_MS;
  assert.ok(isSo, `the outage has lasted ${probe.outageMs} ms, expected ${outageMs}`);
}

export function outageCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('claims no chunk of any task before the pause of an outage is over', async ({ store }, time) => {
    await enqueueTask(store, 2);
    await enqueueTask(store, 2);
    await store.reportOutage(OUTAGE);
    await claimNothing(store, PAUSE_MS, { limit: 9 });
    await time.pass(PAUSE_MS - MARGIN_MS);
    await claimNothing(store, MARGIN_MS);
    await time.pass(MARGIN_MS);
    const { probe } = await claimOf(store, 'check', { limit: 9 });
    expectOutageMs(probe, PAUSE_MS);
  });

  it('says with every claim which outage there is, and for how long', async ({ store }, time) => {
    const { taskId } = await enqueueTask(store, 2);
    for (const wanted of [null, newTaskId()]) {
      assert.equal((await claimNext(store, { taskId: wanted })).outage, null);
    }
    await store.reportOutage(OUTAGE);
    await store.reportOutage({ ...OUTAGE, reason: 'checker_out_of_funds', retryAfterMs: 0 });
    await time.pass(PAUSE_MS);
    // For a task with a probe, for any task, and for an unknown task.
    for (const wanted of [taskId, taskId, null, newTaskId()]) {
      const { outage } = await claimNext(store, { taskId: wanted });
      assert.equal(outage?.reason, 'checker_out_of_funds');
      expectOutageMs({ outageMs: outage.lastedMs }, PAUSE_MS);
    }
    await store.endOutage();
    assert.equal((await claimNext(store)).outage, null);
  });

  it('says that an outage was inferred until it is reported, and again in the next outage', async ({
    store,
  }) => {
    const said: unknown[] = [];
    for (const isInferred of [true, true, false, true, 'over', true] as const) {
      await (isInferred === 'over' ? store.endOutage() : store.reportOutage({ ...OUTAGE, isInferred }));
      said.push((await claimNext(store)).outage?.isInferred);
    }
    assert.deepEqual(said, [true, true, false, false, undefined, true]);
  });

  it('lets one probe out in concurrent claims', async ({ store }, time) => {
    for (let tasks = 0; tasks < 3; tasks += 1) await enqueueTask(store, 3);
    await store.reportOutage(OUTAGE);
    await time.pass(PAUSE_MS);
    const answers = await Promise.all(Array.from({ length: 6 }, () => claimNext(store, { limit: 3 })));
    assert.equal(answers.flatMap(({ claims }) => claims).length, 1);
    await claimNothing(store, LEASE_MS);
  });

  it('lets the next probe out after the pause when the first was given back', async ({ store }, time) => {
    await enqueueTask(store, 3);
    await store.reportOutage(OUTAGE);
    await time.pass(PAUSE_MS);
    const { lease } = await claimOf(store, 'check');
    await store.reportOutage({ ...OUTAGE, retryAfterMs: 20_000 });
    await store.giveBack(lease, 20_000);
    await claimNothing(store, 20_000);
    await time.pass(20_000);
    const { probe } = await claimOf(store, 'check');
    expectOutageMs(probe, PAUSE_MS + 20_000);
  });

  it('offers work without checks during an outage', async ({ store }) => {
    await enqueueTask(store, 0);
    const { taskId } = await enqueueTask(store, 1);
    await store.fail(taskId, 'cancelled');
    await beginDraft(store, { leaseMs: 0 });
    await enqueueTask(store, 1);
    await store.reportOutage(OUTAGE);
    const { claims } = await claimNext(store, { limit: 9 });
    assert.deepEqual(claims.map(({ kind }) => kind).sort(), ['discard', 'finish', 'finish']);
    await claimNothing(store, PAUSE_MS);
  });

  it('measures an outage alike when the clock is set', async ({ store }, time) => {
    const { taskId } = await enqueueTask(store, 1);
    await store.reportOutage({ ...OUTAGE, failAfterMs: 2 * PAUSE_MS });
    time.setClock(DAY_MS);
    await store.reportOutage({ ...OUTAGE, retryAfterMs: 0, failAfterMs: 2 * PAUSE_MS });
    await claimNothing(store, PAUSE_MS);
    time.setClock(-2 * DAY_MS);
    await claimNothing(store, PAUSE_MS);
    await time.pass(PAUSE_MS);
    expectOutageMs((await claimOf(store, 'check')).probe, PAUSE_MS);
    assert.equal((await taskOf(store, taskId)).status, 'processing');
  });
}
