import { join } from 'node:path';
import { accountId, newTaskId, type TaskStore } from '@dialproof/core';
import { describe, expect, it, vi } from 'vitest';
import { sql } from '../query.js';
import type { Columns } from '../schema.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { claimOne, NEXT, subject } from './sql-task-store.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { ANN, beginDraft, enqueueTask, FILE, wholeRecord } from './task.fixture.js';

describe('SqlTaskStore', () => {
  it('lets an account that comes anew wait for all others that are there', async () => {
    const { store } = await subject();
    const enqueue = (name: string) => enqueueTask(store, { accountId: accountId(name), chunkCount: 3 });
    for (const name of ['b', 'c', 'd']) await enqueue(name);
    for (let turn = 0; turn < 3; turn += 1) await claimOne(store);
    await enqueue('a');
    const served: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) served.push((await claimOne(store)).accountId);
    expect(served).toEqual(['b', 'c', 'd', 'a']);
  });

  it('gives each chunk to one of two processes, and counts each once', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const stores = [
      new SqlTaskStore({ database: await temporaryDatabase(file) }),
      new SqlTaskStore({ database: await temporaryDatabase(file) }),
    ] as const;
    const { taskId } = await enqueueTask(stores[0], { chunkCount: 60 });
    const claimed: (number | null)[] = [];

    const work = async (store: TaskStore) => {
      for (;;) {
        const { claims } = await store.claim({ ...NEXT, leaseMs: 60_000, limit: 2 });
        for (const { kind, lease } of claims) {
          if (kind !== 'check') return;
          claimed.push(lease.chunkIndex);
          await store.record(lease, wholeRecord());
        }
        if (claims.length === 0) return;
      }
    };
    await Promise.all(stores.flatMap((store) => [work(store), work(store), work(store)]));

    expect(claimed.sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 60 }, (_, index) => index),
    );
    expect(await stores[1].find(taskId)).toMatchObject({ processed: 60, summary: { wa_registered: 60 } });
  });

  it('keeps names that databases do not like', async () => {
    const { store } = await subject();
    const file = {
      ...FILE,
      name: 'nul\u0000 and half of a pair \ud800.xlsx',
      sheet: '\u0000\ud800 "People\'s" 😀',
      phoneColumn: { index: 0, name: "'; drop table tasks; --" },
    };

    const { taskId } = await enqueueTask(store, { file });

    expect((await store.find(taskId))?.file).toEqual(file);
  });

  it('claims on although what is kept of a file cannot be read', async () => {
    const { database, store } = await subject();
    const broken = await enqueueTask(store, { chunkCount: 2 });
    const whole = await enqueueTask(store, { chunkCount: 2 });
    const breakFile = sql<{ taskId: string }>`update tasks set file = '{"name":' where task_id = ${'taskId'}`;
    await database.write((session) => session.change(breakFile, { taskId: broken.taskId }));

    const { claims } = await store.claim({ ...NEXT, limit: 10 });

    expect(claims.filter(({ taskId }) => taskId === whole.taskId)).toHaveLength(2);
    expect(await store.find(broken.taskId)).toMatchObject({
      status: 'processing',
      file: { name: '', rowBlocks: -1 },
    });
    await store.fail(broken.taskId, 'internal_error');
    for (const { lease } of claims) await store.giveBack(lease, 5_000);
    const finish = await claimOne(store);
    expect(finish).toMatchObject({ kind: 'finish', taskId: broken.taskId, failureReason: 'internal_error' });
    await store.finish(finish.lease, { status: 'failed', failureReason: 'internal_error', charged: 0 });
    expect(await store.claim(NEXT)).toEqual({ claims: [], outage: null, retryAfterMs: 5_000 });
  });

  it('claims on although an account has an id that is refused today', async () => {
    const { database, store } = await subject();
    const old = 'x'.repeat(300);
    const { taskId } = await enqueueTask(store);
    const rename = sql<{ old: string }>`update tasks set account_id = ${'old'}`;
    const renameLine = sql<{ old: string }>`update task_accounts set account_id = ${'old'}`;
    await database.write(async (session) => {
      await session.change(rename, { old });
      await session.change(renameLine, { old });
    });
    await enqueueTask(store);
    expect(await claimOne(store)).toMatchObject({ taskId, accountId: old });
    expect(await claimOne(store)).toMatchObject({ accountId: ANN });
    expect(await store.find(taskId)).toMatchObject({ accountId: old });
  });

  it('serves the next account when a late record leaves nothing of the one whose turn it is', async () => {
    const { store, clock } = await subject();
    const bob = await enqueueTask(store, { accountId: accountId('bob'), chunkCount: 2 });
    const { taskId } = await enqueueTask(store, { chunkCount: 2 });
    const late = await store.claim({ leaseMs: 10, limit: 1, taskId });
    await store.claim({ ...NEXT, taskId });
    clock.advance(10);
    // This claim finds that the first chunk is free again, and the next turn would be that account's.
    expect(await claimOne(store)).toMatchObject({ taskId: bob.taskId, chunkIndex: 0 });

    for (const { lease } of late.claims) await store.record(lease, wholeRecord());

    expect(await claimOne(store)).toMatchObject({ taskId: bob.taskId, chunkIndex: 1 });
  });

  it('removes what belongs to a draft with it', async () => {
    const { database, store } = await subject();
    const lease = await beginDraft(store);
    await store.appendRows(lease, 0, new Uint8Array(10));
    const blocks = sql<object, Columns<'task_rows', 'block_index'>>`select block_index from task_rows`;
    expect(await database.read.rows(blocks, {})).toHaveLength(1);

    await store.discard(lease);

    expect(await database.read.rows(blocks, {})).toEqual([]);
  });

  it('refuses a row block that leaves a gap, and a chunk that is not there', async () => {
    const { store } = await subject();
    const draft = await beginDraft(store);
    await enqueueTask(store);
    const { lease } = await claimOne(store);

    await expect(store.appendRows(draft, 1, new Uint8Array(1))).rejects.toThrow(RangeError);
    await expect(store.record({ ...lease, chunkIndex: 1 }, wholeRecord())).rejects.toThrow(RangeError);
    await expect(store.record({ ...lease, chunkIndex: null }, wholeRecord())).rejects.toThrow(RangeError);
  });

  it('refuses a token that is not that of the lease, wherever one is used', async () => {
    const { store } = await subject();
    const guess = '00000000-0000-0000-0000-000000000000';
    const draft = { ...(await beginDraft(store)), token: guess };
    const task = await enqueueTask(store);
    const chunk = { ...(await claimOne(store)).lease, token: guess };

    await expect(store.appendRows(draft, 0, new Uint8Array(1))).rejects.toMatchObject({
      code: 'task_not_found',
    });
    await store.discard(draft);
    await store.giveBack(chunk, 0);
    await store.finish({ ...chunk, chunkIndex: null }, { status: 'done', failureReason: null, charged: 0 });

    expect(await store.extendLease(draft, 10)).toBe(false);
    expect(await store.extendLease(chunk, 10)).toBe(false);
    expect(await store.claim(NEXT)).toEqual({ claims: [], outage: null, retryAfterMs: 1_000 });
    expect((await store.find(task.taskId))?.status).toBe('processing');
  });

  it('makes nothing of a retry that names a chunk that is not there', async () => {
    const { store } = await subject();
    const { taskId } = await enqueueTask(store);
    await store.fail(taskId, 'cancelled');
    const { lease } = await claimOne(store);
    await store.finish(lease, { status: 'failed', failureReason: 'cancelled', charged: 0 });
    const retry = await store.beginRetry(taskId, 1_000);
    const reopened = [0, 1].map((chunkIndex) => ({ chunkIndex, statuses: Uint8Array.of(128) }));
    if (retry === undefined) throw new Error('the task cannot be retried');

    await expect(store.resume(retry.lease, { heldCredits: 1, reopened })).rejects.toThrow(RangeError);

    expect(await store.find(taskId)).toMatchObject({ status: 'failed' });
    expect(await store.statuses(taskId)).toEqual([undefined]);
    expect(await store.resume(retry.lease, { heldCredits: 1, reopened: [] })).toMatchObject({
      status: 'queued',
    });
  });

  it('has a draft on the disk before anything is held for it, and does not wait for its rows', async () => {
    const { database, store } = await subject();
    const write = vi.spyOn(database, 'write');
    const writeEach = vi.spyOn(database, 'writeEach');
    const lease = await beginDraft(store);
    await store.appendRows(lease, 0, Uint8Array.of(1));
    const durable = ({ mock: { calls } }: typeof write) =>
      calls.map(([, options]) => options?.durable ?? true);
    expect([...durable(write), ...durable(writeEach)]).toEqual([true, false]);
  });

  it('hands out the end of a task once all of its answers are on the disk', async () => {
    const { clock, database, store } = await subject();
    const sync = vi.spyOn(database, 'sync');
    await enqueueTask(store, { chunkCount: 2 });
    const [first, last] = [await claimOne(store), await claimOne(store)];
    await store.record(first.lease, wholeRecord());
    expect(sync).not.toHaveBeenCalled();
    expect(await store.record(last.lease, wholeRecord())).toMatchObject({ finish: { kind: 'finish' } });
    expect(sync).toHaveBeenCalledTimes(1);
    clock.advance(1_000);
    expect((await claimOne(store)).kind).toBe('finish');
    expect(sync).toHaveBeenCalledTimes(2);
  });

  it('hands out an abandoned draft, whose hold is released, once that is on the disk', async () => {
    const { clock, database, store } = await subject();
    const sync = vi.spyOn(database, 'sync');
    await beginDraft(store);
    clock.advance(60_000);
    expect((await claimOne(store)).kind).toBe('discard');
    expect(sync).toHaveBeenCalledTimes(1);
  });

  it('begins no draft twice under one id', async () => {
    const { store } = await subject();
    const draft = { taskId: newTaskId(), accountId: ANN, run: 1, leaseMs: 10 };
    await store.begin(draft);

    await expect(store.begin(draft)).rejects.toMatchObject({ code: 'request_in_progress' });
  });
});
