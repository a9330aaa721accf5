import {
  accountId,
  type ChunkRecord,
  type Claim,
  type Lease,
  newTaskId,
  type RecordAnswer,
  type Task,
  type TaskId,
} from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import { withPostgres } from '../../../../tools/tests/services/postgres.fixture.js';
import { openPostgresDatabase } from '../postgres/open-postgres-database.js';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  POSTGRES_URL,
  PostgresSchema,
} from '../test-databases.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { enqueueTask, wholeRecord } from './task.fixture.js';

const ALL = { leaseMs: 60_000, limit: 50, taskId: null };
const LATER = { outcome: 'recorded', isEnding: false, finish: null } as const;

/** Leases of chunks, by their task and their place in it. */
function leasesOf(claims: readonly Claim[]): Map<string, Lease> {
  return new Map(claims.map(({ lease }) => [`${lease.taskId} ${lease.chunkIndex}`, lease]));
}

function leaseOf(claims: readonly Claim[], taskId: string, chunkIndex: number): Lease {
  const lease = leasesOf(claims).get(`${taskId} ${chunkIndex}`);
  if (lease === undefined) throw new Error('this chunk was not claimed');
  return lease;
}

describeOnEachDatabase('records that are made at once', (create) => {
  async function subject() {
    const test = await create();
    onTestFinished(() => test.remove());
    return new SqlTaskStore({ database: test.database });
  }

  it('are each decided by itself: those of some chunks count, others are outdated, closed or refused', async () => {
    const store = await subject();
    const ada = await enqueueTask(store, { accountId: accountId('ada'), chunkCount: 3 });
    const bob = await enqueueTask(store, { accountId: accountId('bob'), chunkCount: 1 });
    const { claims } = await store.claim(ALL);
    const lease = (taskId: string, chunkIndex: number) => leaseOf(claims, taskId, chunkIndex);
    const part = wholeRecord({ isComplete: false, statuses: Uint8Array.of(7) });
    await store.record(lease(ada.taskId, 1), part);

    const answers = await Promise.allSettled([
      store.record(lease(ada.taskId, 0), wholeRecord()),
      store.record(lease(ada.taskId, 1), wholeRecord()),
      store.record({ ...lease(ada.taskId, 0), chunkIndex: 9 }, wholeRecord()),
      store.record({ ...lease(ada.taskId, 0), chunkIndex: null }, wholeRecord()),
      store.record({ ...lease(ada.taskId, 0), taskId: newTaskId() }, wholeRecord()),
      store.record(lease(ada.taskId, 2), part),
      store.record(lease(bob.taskId, 0), wholeRecord({ sources: { shop: 1 } })),
    ]);

    expect(answers).toEqual([
      { status: 'fulfilled', value: { ...LATER, revision: 1 } },
      { status: 'fulfilled', value: { outcome: 'outdated', revision: 1, statuses: Uint8Array.of(7) } },
      { status: 'rejected', reason: expect.any(RangeError) },
      { status: 'rejected', reason: expect.any(RangeError) },
      { status: 'fulfilled', value: { outcome: 'closed' } },
      { status: 'fulfilled', value: { ...LATER, revision: 1 } },
      {
        status: 'fulfilled',
        value: { ...LATER, revision: 1, finish: expect.objectContaining({ kind: 'finish', verified: 1 }) },
      },
    ]);
    expect(await store.find(ada.taskId)).toMatchObject({ processed: 3, summary: { wa_registered: 3 } });
    expect(await store.find(bob.taskId)).toMatchObject({ processed: 1, sources: { shop: 1 } });
    expect(await store.statuses(ada.taskId)).toEqual([0, 7, 7].map((status) => Uint8Array.of(status)));
  });

  it('of all chunks of a task claim its end once, with the last of them', async () => {
    const store = await subject();
    const { taskId } = await enqueueTask(store, { chunkCount: 20 });
    const { claims } = await store.claim(ALL);
    const record = wholeRecord({ sources: { shop: 1 } });
    const answers = await Promise.all(claims.map(({ lease }) => store.record(lease, record)));
    const finishes = answers.filter(
      (answer: RecordAnswer) => answer.outcome === 'recorded' && answer.finish !== null,
    );
    expect(claims).toHaveLength(20);
    expect(finishes).toEqual([answers.at(-1)]);
    expect(await store.find(taskId)).toMatchObject({ processed: 20, sources: { shop: 20 } });
    expect((await store.claim(ALL)).claims).toEqual([]);
  });

  it('of one chunk count one after another', async () => {
    const store = await subject();
    const { taskId } = await enqueueTask(store, { chunkCount: 1 });
    const { claims } = await store.claim(ALL);
    const lease = leaseOf(claims, taskId, 0);
    const part = wholeRecord({ isComplete: false });
    const answers = await Promise.all([
      store.record(lease, part),
      store.record(lease, part),
      store.record(lease, { ...part, revision: 1 }),
    ]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['recorded', 'outdated', 'recorded']);
    expect(await store.find(taskId)).toMatchObject({ processed: 2 });
  });

  it('say of a task that was told to fail that it is ending, and claim its end when no lease is left', async () => {
    const store = await subject();
    const { taskId } = await enqueueTask(store, { chunkCount: 3 });
    const { claims } = await store.claim({ ...ALL, limit: 2 });
    await store.fail(taskId, 'cancelled');
    const answers = await Promise.all(claims.map(({ lease }) => store.record(lease, wholeRecord())));
    expect(answers).toMatchObject([
      { outcome: 'recorded', isEnding: true, finish: null },
      {
        outcome: 'recorded',
        isEnding: true,
        finish: { kind: 'finish', failureReason: 'cancelled', verified: 2 },
      },
    ]);
  });
});

describeOnPostgres('records on tasks that another process is at', () => {
  /** One task of two chunks for each account, all claimed. */
  async function claimedTasks(accounts: readonly string[], waitMs = 5_000) {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const database = await openPostgresDatabase({ url: POSTGRES_URL, schema: test.schema, waitMs });
    onTestFinished(() => database.close());
    const store = new SqlTaskStore({ database });
    const tasks: Task[] = [];
    for (const account of accounts) {
      tasks.push(await enqueueTask(store, { accountId: accountId(account), chunkCount: 2 }));
    }
    const { claims } = await store.claim(ALL);
    const record = (place: number, chunkIndex: number, part: Partial<ChunkRecord> = {}) =>
      store.record(leaseOf(claims, tasks[place]?.taskId ?? '', chunkIndex), wholeRecord(part));
    return { database, record, schema: test.schema, store, tasks };
  }

  /** Runs while the tasks of accounts are locked. */
  async function whileLocked(schema: string, accounts: readonly string[], use: () => Promise<void>) {
    await withPostgres(async (client) => {
      await client.query('begin');
      const lock = `select from "${schema}".tasks where account_id = any($1) for update`;
      await client.query(lock, [accounts]);
      await use();
      await client.query('commit');
    });
  }

  it('keep those of no other task waiting', async () => {
    const { record, schema, store, tasks } = await claimedTasks(['ann', 'bob']);
    const ended: string[] = [];
    const held: Promise<RecordAnswer>[] = [];
    const hold = (chunkIndex: number, part?: Partial<ChunkRecord>): void => {
      const answer = record(0, chunkIndex, part);
      held.push(answer);
      void answer.then(({ outcome }) => ended.push(outcome));
    };
    await whileLocked(schema, ['ann'], async () => {
      hold(0, { isComplete: false });
      expect(await record(1, 0)).toMatchObject({ outcome: 'recorded' });
      // Of the same chunk once more, from another worker too, and of another one.
      hold(0, { isComplete: false });
      hold(0, { revision: 1 });
      hold(1);
      expect(await record(1, 1)).toMatchObject({ outcome: 'recorded', finish: { kind: 'finish' } });
      expect(ended).toEqual([]);
    });
    const outcomes = (await Promise.all(held)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['recorded', 'outdated', 'recorded', 'recorded']);
    expect(await store.find(tasks[0]?.taskId ?? ('' as TaskId))).toMatchObject({ processed: 3 });
    for (const { taskId } of tasks) {
      expect((await store.statuses(taskId)).map((statuses) => statuses?.length)).toEqual([1, 1]);
    }
  });

  it('are all written in the end, however many tasks there are', async () => {
    const accounts = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'];
    const { record, schema, store, tasks } = await claimedTasks([...accounts, 'gus']);
    let held: Promise<RecordAnswer[]> = Promise.resolve([]);
    await whileLocked(schema, accounts, async () => {
      held = Promise.all(accounts.map((_, place) => record(place, 0)));
      expect(await record(accounts.length, 0)).toMatchObject({ outcome: 'recorded' });
      expect(await record(accounts.length, 1)).toMatchObject({ outcome: 'recorded' });
    });
    expect((await held).map(({ outcome }) => outcome)).toEqual(accounts.map(() => 'recorded'));
    for (const { taskId } of tasks) expect(await store.find(taskId)).toMatchObject({ status: 'processing' });
  });

  it('reject where it goes on for too long, and leave those of others alone', async () => {
    const { record, schema } = await claimedTasks(['ann', 'bob'], 200);
    await whileLocked(schema, ['ann'], async () => {
      const held = record(0, 0);
      const refused = expect(held).rejects.toMatchObject({ code: 'storage_unavailable' });
      expect(await record(1, 0)).toMatchObject({ outcome: 'recorded' });
      await refused;
    });
    expect(await record(0, 0)).toMatchObject({ outcome: 'recorded' });
  });
});
