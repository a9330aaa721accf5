import { join } from 'node:path';
import { accountId, ManualClock, newTaskId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { claimOne, NEXT, subject } from './sql-task-store.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { enqueueTask } from './task.fixture.js';

describe('the time of a SqlTaskStore', () => {
  it('lets leases and pauses last as long as they are, whatever the clock is set to', async () => {
    const { store, clock } = await subject();
    await enqueueTask(store, { chunkCount: 2 });
    await claimOne(store);
    await store.giveBack((await claimOne(store)).lease, 500);
    const around = async (shiftMs: number) => {
      clock.set(clock.now() + shiftMs);
      return await store.claim(NEXT);
    };

    expect(await around(3_600_000)).toEqual({ claims: [], outage: null, retryAfterMs: 500 });
    clock.advance(499);
    expect(await around(-7_200_000)).toEqual({ claims: [], outage: null, retryAfterMs: 1 });
    clock.advance(1);
    expect(await around(0)).toMatchObject({ claims: [{ lease: { chunkIndex: 1 } }] });
    expect(await around(0)).toEqual({ claims: [], outage: null, retryAfterMs: 500 });
  });

  it('lets a draft be claimed by its id too once its lease has ended', async () => {
    const { store, clock } = await subject();
    const taskId = newTaskId();
    await store.begin({ taskId, accountId: accountId('ann'), run: 1, leaseMs: 1_000 });
    expect(await store.claim({ ...NEXT, taskId })).toEqual({ claims: [], outage: null, retryAfterMs: 1_000 });
    clock.advance(1_000);
    expect(await store.claim({ ...NEXT, taskId })).toMatchObject({ claims: [{ kind: 'discard', taskId }] });
  });

  it('goes on in a store that is opened later', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const clock = new ManualClock();
    const first = await temporaryDatabase(file);
    await enqueueTask(new SqlTaskStore({ database: first, clock }));
    await claimOne(new SqlTaskStore({ database: first, clock }));
    await first.close();
    clock.advance(400);

    const store = new SqlTaskStore({
      database: await temporaryDatabase(file),
      clock: new ManualClock(clock.now()),
    });

    expect(await store.claim(NEXT)).toEqual({ claims: [], outage: null, retryAfterMs: 600 });
  });

  it('shows a task that waits by the wall clock, as the same each time', async () => {
    const { store, clock } = await subject();
    const { taskId } = await enqueueTask(store);
    clock.advance(0.4);
    await store.reportOutage({
      reason: 'checker_unavailable',
      isInferred: false,
      retryAfterMs: 1_000,
      failAfterMs: 60_000,
    });
    const { waiting } = (await store.find(taskId)) ?? {};
    clock.advance(0.4);
    expect((await store.find(taskId))?.waiting).toEqual(waiting);

    clock.set(clock.now() + 3_600_000);

    const shift = Math.round((await store.find(taskId))?.waiting?.since ?? 0) - (waiting?.since ?? 0);
    expect(Math.round(shift / 1_000)).toBe(3_600);
  });
});

describe('an outage in a SqlTaskStore', () => {
  it('tells many tasks to fail that have waited for too long, however many they are', async () => {
    const { store, clock } = await subject();
    for (let count = 0; count < 120; count += 1) await enqueueTask(store);
    await store.reportOutage({
      reason: 'checker_unavailable',
      isInferred: false,
      retryAfterMs: 10,
      failAfterMs: 100,
    });
    clock.advance(50);
    const late = await enqueueTask(store);
    clock.advance(50);

    await store.reportOutage({
      reason: 'checker_unavailable',
      isInferred: false,
      retryAfterMs: 1_000,
      failAfterMs: 100,
    });

    const { claims } = await store.claim({ ...NEXT, limit: 500 });
    const { retryAfterMs } = await store.claim(NEXT);
    expect(claims).toHaveLength(120);
    expect(new Set(claims.map(({ kind }) => kind))).toEqual(new Set(['finish']));
    expect(retryAfterMs).toBe(1_000);
    expect(await store.find(late.taskId)).toMatchObject({ waiting: { reason: 'checker_unavailable' } });
  });

  it('lets one task after the other be finished, and says when the first lease ends', async () => {
    const { store } = await subject();
    for (let count = 0; count < 3; count += 1) await enqueueTask(store);
    await store.reportOutage({
      reason: 'checker_unavailable',
      isInferred: false,
      retryAfterMs: 1_000,
      failAfterMs: 0,
    });
    for (let count = 0; count < 3; count += 1)
      expect(await claimOne(store)).toMatchObject({ kind: 'finish' });
    expect(await store.claim(NEXT)).toMatchObject({ claims: [], retryAfterMs: 1_000 });
  });

  it('keeps no account in the way whose tasks it told to fail', async () => {
    const { store } = await subject();
    for (let count = 0; count < 120; count += 1)
      await enqueueTask(store, { accountId: accountId(`a${count}`) });
    // Then the last tasks come first in turn, but last among those to be updated.
    const { claims } = await store.claim({ ...NEXT, limit: 110 });
    for (const { lease } of claims) await store.giveBack(lease, 0);

    await store.reportOutage({
      reason: 'checker_unavailable',
      isInferred: false,
      retryAfterMs: 0,
      failAfterMs: 0,
    });

    expect(await claimOne(store)).toMatchObject({ kind: 'finish', failureReason: 'checker_unavailable' });
  });
});
