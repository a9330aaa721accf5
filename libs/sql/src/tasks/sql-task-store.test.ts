import { join } from 'node:path';
import { accountId, newTaskId, type TaskContents, type TaskId, type TaskStore } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { compileQuery } from '../query.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';

const NOW = 1_000_000;
const LEASE = { now: NOW, leaseUntil: NOW + 1_000 };
const ROWS = { wa_registered: 1, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 };

const FILE: TaskContents['file'] = {
  name: 'numbers.xlsx',
  type: 'xlsx',
  sheet: 'People',
  columns: ['phone'],
  phoneColumn: { index: 0, name: 'phone' },
  rowBlocks: 0,
};

async function enqueue(store: TaskStore, chunkCount: number, file = FILE): Promise<TaskId> {
  const taskId = newTaskId();
  await store.begin({ taskId, accountId: accountId('ann'), createdAt: NOW, leaseUntil: NOW + 1_000 });
  const chunks = Array.from({ length: chunkCount }, (_, index) => Uint8Array.of(index >> 8, index & 255));
  await store.enqueue(taskId, {
    total: chunkCount,
    rowsWithoutNumber: 0,
    heldCredits: chunkCount,
    file,
    chunks,
  });
  return taskId;
}

describe('SqlTaskStore', () => {
  it('gives each chunk to one of two processes, and counts each once', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const stores = [
      new SqlTaskStore({ database: await temporaryDatabase(file) }),
      new SqlTaskStore({ database: await temporaryDatabase(file) }),
    ];
    const [first] = stores;
    const taskId = first && (await enqueue(first, 60));
    const claimed: number[] = [];

    const work = async (store: TaskStore) => {
      for (;;) {
        const { claim } = await store.claim(LEASE);
        if (claim?.kind !== 'check') return;
        claimed.push(claim.chunkIndex);
        await store.record(claim.task.taskId, claim.chunkIndex, {
          statuses: new Uint8Array(1),
          rows: ROWS,
          verified: 1,
        });
      }
    };
    await Promise.all(stores.flatMap((store) => [work(store), work(store), work(store)]));

    expect(claimed.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    expect(taskId && (await stores[1]?.find(taskId))).toMatchObject({
      processed: 60,
      summary: { wa_registered: 60 },
    });
  });

  it('keeps names and headers that databases do not like', async () => {
    const store = new SqlTaskStore({ database: await temporaryDatabase() });
    const file = {
      ...FILE,
      name: 'nul\u0000 and half of a pair \ud800.xlsx',
      sheet: '\u0000\ud800 "People\'s" 😀',
      columns: ['\u0000', "'; drop table tasks; --", '😀'],
    };

    const taskId = await enqueue(store, 1, file);

    expect((await store.find(taskId))?.file).toEqual(file);
  });

  it('reads tasks of versions that did not say which sheet was read', async () => {
    const database = await temporaryDatabase();
    const store = new SqlTaskStore({ database });
    const { sheet: _, ...file } = FILE;
    const taskId = await enqueue(store, 1);
    const setFile = compileQuery<{ file: string }>()((value) =>
      database.builder.updateTable('tasks').set({ file: value('file') }),
    );
    await database.write((session) => session.change(setFile, { file: JSON.stringify(file) }));

    expect((await store.find(taskId))?.file).toEqual({ ...file, sheet: null });
  });

  it('removes what belongs to a draft with it', async () => {
    const database = await temporaryDatabase();
    const store = new SqlTaskStore({ database });
    const taskId = newTaskId();
    await store.begin({ taskId, accountId: accountId('ann'), createdAt: NOW, leaseUntil: NOW });
    await store.appendRows(taskId, 0, new Uint8Array(10));
    const blocks = compileQuery()(() => database.builder.selectFrom('task_rows').select('block_index'));
    expect(await database.read.rows(blocks, {})).toHaveLength(1);

    await store.discard(taskId);

    expect(await database.read.rows(blocks, {})).toEqual([]);
  });

  it('refuses a row block that leaves a gap', async () => {
    const store = new SqlTaskStore({ database: await temporaryDatabase() });
    const taskId = newTaskId();
    await store.begin({ taskId, accountId: accountId('ann'), createdAt: NOW, leaseUntil: NOW });

    await expect(store.appendRows(taskId, 1, new Uint8Array(1))).rejects.toThrow(RangeError);
  });
});
