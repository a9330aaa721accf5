import { type AccountId, accountId, isDialproofError, newTaskId, type TaskId } from '@dialproof/core';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { SqlDatabase } from '../database.js';
import { SqlErasure } from '../operations/erasure/sql-erasure.js';
import { sql, verbatim } from '../query.js';
import type { Columns, Tables } from '../schema.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { ANN, beginDraft, enqueueTask, FILE } from './task.fixture.js';

const ACCOUNTS = ['ann', 'bob'].map(accountId);
const BOUNDS = { maxUnfinishedTasks: 1_000, maxStoredBytes: 1_000_000_000, maxTasksPerDay: 1_000 };

const ACTIONS = [
  ...(['submit', 'submit', 'submit', 'giveUp', 'work', 'work', 'work', 'fail', 'retry', 'retry'] as const),
  ...(['endRetry', 'remove', 'expire', 'erase', 'eraseAccount', 'passOn'] as const),
];

interface Step {
  readonly action: (typeof ACTIONS)[number];
  readonly which: number;
}

const step: fc.Arbitrary<Step> = fc.record({ action: fc.constantFrom(...ACTIONS), which: fc.nat(30) });

/** The computed and the kept sums over the tasks of each account. */
async function usages({ read }: SqlDatabase) {
  const tasks = sql<object, Columns<'tasks', 'account_id' | 'status' | 'stored_bytes'>>`
    select account_id, status, stored_bytes from tasks where status <> 'draft'`;
  const summed = new Map<string, { bytes: number; unfinished: number }>();
  for (const { account_id: account, status, stored_bytes: bytes } of await read.rows(tasks, {})) {
    const sum = summed.get(account) ?? { bytes: 0, unfinished: 0 };
    const isUnfinished = status === 'queued' || status === 'processing';
    summed.set(account, { bytes: sum.bytes + bytes, unfinished: sum.unfinished + (isUnfinished ? 1 : 0) });
  }
  const rows = sql<object, Tables['account_usage']>`select * from account_usage`;
  const kept = new Map<string, { bytes: number; unfinished: number }>();
  for (const row of await read.rows(rows, {})) {
    // The row of an account without tasks stays.
    if (row.stored_bytes !== 0 || row.unfinished_tasks !== 0)
      kept.set(row.account_id, { bytes: row.stored_bytes, unfinished: row.unfinished_tasks });
  }
  return { kept, summed };
}

/** Performs steps on the tasks of a database. Others may change each task at the same time. */
class TaskUse {
  readonly #database: SqlDatabase;
  readonly #store: SqlTaskStore;
  readonly #taskIds: TaskId[] = [];

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#store = new SqlTaskStore({ database });
  }

  async do({ action, which }: Step): Promise<unknown> {
    const account = ACCOUNTS[which % ACCOUNTS.length] ?? ANN;
    // It is one of the latest tasks.
    const taskId = this.#taskIds.at(-1 - (which % 8)) ?? newTaskId();
    const store = this.#store;
    switch (action) {
      case 'submit':
        return await this.#submit(account, which);
      case 'giveUp':
        return await store.discard(await beginDraft(store, account));
      case 'work':
        return await this.#work(1 + (which % 3));
      case 'fail':
        return await store.fail(taskId, 'cancelled');
      case 'retry':
      case 'endRetry':
        return await this.#retry(taskId, action === 'retry');
      case 'remove':
        return await store.remove(taskId);
      case 'expire':
        return await store.expire({ endedBeforeMs: 0, limit: which % 3 });
      case 'erase':
        return await new SqlErasure({ database: this.#database }).eraseTask(taskId);
      case 'eraseAccount':
        return await new SqlErasure({ database: this.#database }).eraseAccount(account);
      case 'passOn':
        return await this.#passOn(taskId, account);
    }
  }

  async #submit(account: AccountId, which: number): Promise<void> {
    const lease = await beginDraft(this.#store, account, 60_000);
    await this.#store.appendRows(lease, 0, new Uint8Array(which));
    // A task without chunks is ready to be finished.
    const contents = { total: 1, rowsWithoutNumber: 1, heldCredits: 0, file: FILE, chunks: [] };
    await this.#store.enqueueWithin(lease, contents, BOUNDS);
    this.#taskIds.push(lease.taskId);
  }

  async #work(limit: number): Promise<void> {
    const { claims } = await this.#store.claim({ leaseMs: 60_000, limit, taskId: null });
    for (const { kind, lease } of claims) {
      if (kind === 'discard') await this.#store.discard(lease);
      else await this.#store.finish(lease, { status: 'done', failureReason: null, charged: 0 });
    }
  }

  async #retry(taskId: TaskId, goesOn: boolean): Promise<void> {
    const retry = await this.#store.beginRetry(taskId, 60_000);
    if (retry === undefined) return;
    if (goesOn) await this.#store.resumeWithin(retry.lease, { heldCredits: 0, reopened: [] }, BOUNDS);
    else await this.#store.discard(retry.lease);
  }

  /** Moves a task, as an operator may who merges two accounts. */
  async #passOn(taskId: TaskId, account: AccountId): Promise<void> {
    const passOn = sql<{ account: AccountId; taskId: TaskId }>`
      update tasks set account_id = ${'account'}
      where task_id = ${'taskId'} and status in ('done', 'failed') and step is null`;
    await this.#database.write((session) => session.change(passOn, { account, taskId }));
  }
}

describeOnEachDatabase('the kept usage of accounts', (create) => {
  it('equals the sums over their tasks, whatever is done side by side', async () => {
    const test = await create();
    onTestFinished(() => test.remove());
    const { database } = test;
    const seen = { most: 0 };
    const lines = fc.array(fc.array(step, { minLength: 4, maxLength: 12 }), { minLength: 3, maxLength: 5 });
    const property = fc.asyncProperty(lines, async (all) => {
      const use = new TaskUse(database);
      await Promise.all(
        all.map(async (steps) => {
          for (const one of steps) {
            await use.do(one).catch((error: unknown) => {
              // Another write has removed it meanwhile.
              if (!isDialproofError(error, 'task_not_found')) throw error;
            });
          }
        }),
      );
      const { kept, summed } = await usages(database);
      seen.most = Math.max(seen.most, summed.size);
      expect(kept).toEqual(summed);
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
    expect(seen.most).toBe(ACCOUNTS.length);
  });

  it('follows tasks that are written by somebody who does not know of it', async () => {
    const test = await create();
    onTestFinished(() => test.remove());
    const { database } = test;
    const store = new SqlTaskStore({ database });
    const [done, queued] = [await enqueueTask(store), await enqueueTask(store)];
    const statements = [
      `update tasks set status = 'done' where task_id = '${done.taskId}'`,
      `update tasks set stored_bytes = 5 where task_id = '${queued.taskId}'`,
      `insert into tasks (task_id, account_id, status, stored_bytes, created_at, file)
        values ('x', 'ann', 'done', 7, 1, '{}'), ('y', 'ann', 'done', 7, 1, '{}'), ('z', 'ann', 'done', 7, 1, '{}')`,
      "update tasks set account_id = 'bob' where task_id in ('y', 'z')",
      `delete from tasks where task_id in ('x', 'z', '${done.taskId}')`,
    ];
    for (const statement of statements) {
      await database.write((session) => session.change(verbatim(statement), {}));
      const { kept, summed } = await usages(database);
      expect(kept).toEqual(summed);
    }
    expect(await store.usage(ANN)).toMatchObject({ storedBytes: 5, unfinishedTasks: 1 });
    expect(await store.usage(accountId('bob'))).toMatchObject({ storedBytes: 7, unfinishedTasks: 0 });
  });
});
