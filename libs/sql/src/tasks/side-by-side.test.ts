import { accountId, type Claim, type TaskId } from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import { withPostgres } from '../../../../tools/tests/services/postgres.fixture.js';
import { describeOnPostgres, PostgresSchema } from '../test-databases.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { ANN, beginDraft, enqueueTask, FILE } from './task.fixture.js';

const PROCESSES = 4;

/** Stores of one schema, each with its own connections, as in several processes. */
async function stores(): Promise<[SqlTaskStore, ...SqlTaskStore[]]> {
  const test = await PostgresSchema.create();
  onTestFinished(() => test.remove());
  const databases = await Promise.all(Array.from({ length: PROCESSES }, () => test.another()));
  onTestFinished(async () => {
    await Promise.all(databases.map((database) => database.close()));
  });
  const [first, ...others] = databases.map((database) => new SqlTaskStore({ database }));
  if (first === undefined) throw new Error('there is no store');
  return [first, ...others];
}

/** Claims with all stores concurrently until nothing is left, and resolves to all claims. */
async function claimAll(all: readonly SqlTaskStore[], limit: number): Promise<Claim[]> {
  const claims: Claim[] = [];
  await Promise.all(
    all.map(async (store) => {
      for (;;) {
        const answer = await store.claim({ leaseMs: 600_000, limit, taskId: null });
        claims.push(...answer.claims);
        if (answer.claims.length === 0 && (answer.retryAfterMs ?? Number.POSITIVE_INFINITY) > 1_000) return;
      }
    }),
  );
  return claims;
}

/** Locks all tasks, changes them, and commits once another write waits for one of the locks. */
async function changeBefore<Result>(
  schema: string,
  write: () => Promise<Result>,
  change: string,
): Promise<Result> {
  return await withPostgres(async (client) => {
    await client.query(`begin; set local search_path = "${schema}"; select 1 from tasks for update`);
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const written = write();
    written.catch(() => undefined);
    const waiting = 'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
    const blocked = () => withPostgres((other) => other.query(waiting, [rows[0].pid]));
    await expect.poll(async () => (await blocked()).rowCount).toBe(1);
    await client.query(`${change}; commit`);
    return await written;
  });
}

describeOnPostgres('task stores in PostgreSQL that several processes use', () => {
  it('claim of the accounts that nobody has locked, wait for none, and look again soon if all are', async () => {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const store = new SqlTaskStore({ database: test.database });
    const [ada, bob] = [accountId('ada'), accountId('bob')];
    const { taskId } = await enqueueTask(store, { accountId: ada, chunkCount: 1 });
    // A lease of Ada's that has ended: her account is also one to be refreshed.
    await store.claim({ leaseMs: 0, limit: 1, taskId: null });
    await enqueueTask(store, { accountId: bob, chunkCount: 1 });
    const claim = () => store.claim({ leaseMs: 60_000, limit: 5, taskId: null });
    await withPostgres(async (client) => {
      await client.query(`begin; set local search_path = "${test.schema}";
        select 1 from task_accounts where account_id = 'ada' for update`);
      expect((await claim()).claims).toMatchObject([{ kind: 'check', accountId: bob }]);
      const { claims, retryAfterMs } = await claim();
      expect(claims).toEqual([]);
      expect(retryAfterMs).toBeGreaterThan(0);
      expect(retryAfterMs).toBeLessThanOrEqual(75);
      // As `fail` leaves it.
      await client.query(`update tasks set failure_reason = 'cancelled', step = 'finish', is_ready = 1
        where task_id = '${taskId}'; update task_accounts set ready = 'finish'; commit`);
    });
    expect((await claim()).claims).toMatchObject([{ kind: 'finish', taskId, failureReason: 'cancelled' }]);
  });

  it('queue a task once for a repeat that comes meanwhile, within the bounds of its account', async () => {
    const all = await stores();
    const lease = await beginDraft(all[0]);
    const contents = { total: 1, rowsWithoutNumber: 1, heldCredits: 0, file: FILE, chunks: [] };
    const bounds = { maxUnfinishedTasks: 1, maxStoredBytes: 1_000_000, maxTasksPerDay: 1 };
    const queued = await Promise.all(all.map((store) => store.enqueueWithin(lease, contents, bounds)));
    expect(queued.map(({ status, taskId }) => [status, taskId])).toEqual(
      all.map(() => ['queued', lease.taskId]),
    );
    expect(await all[0].usage(ANN)).toMatchObject({ unfinishedTasks: 1, tasksToday: 1 });
  });

  it('add no block to a draft that was discarded while they waited for it, and one to a draft that was not', async () => {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const store = new SqlTaskStore({ database: test.database });
    const draft = await beginDraft(store);
    const append = (index: number) => () => store.appendRows(draft, index, Uint8Array.of(index));
    const extended = 'update tasks set lease_until = lease_until + 1';
    await changeBefore(test.schema, append(0), extended);
    const discarded = changeBefore(test.schema, append(1), 'delete from tasks');
    await expect(discarded).rejects.toMatchObject({ code: 'task_not_found' });
  });

  it.each(['expire', 'remove'] as const)(
    'keep a task whose retry was begun while %s waited for it',
    async (removal) => {
      const test = await PostgresSchema.create();
      onTestFinished(() => test.remove());
      const store = new SqlTaskStore({ database: test.database });
      const { taskId } = await enqueueTask(store, { chunkCount: 0 });
      const finish = (await store.claim({ leaseMs: 60_000, limit: 1, taskId })).claims[0];
      if (finish === undefined) throw new Error('the task cannot be finished');
      await store.finish(finish.lease, { status: 'done', failureReason: null, charged: 0 });
      const remove = async () =>
        removal === 'remove'
          ? Number(await store.remove(taskId))
          : await store.expire({ endedBeforeMs: 0, limit: 5 });
      // As `beginRetry` leaves it.
      const begun = `update tasks set step = 'begun', lease_token = 'retry', last_run = last_run + 1,
        lease_until = 9e15, available_at = 9e15`;
      expect(await changeBefore(test.schema, remove, begun)).toBe(0);
      const lease = { taskId, chunkIndex: null, token: 'retry' };
      const resumed = await store.resume(lease, { heldCredits: 0, reopened: [] });
      expect(resumed).toMatchObject({ status: 'queued' });
    },
  );

  it.each([1, 3])('hand out each chunk once, %i at a time', async (limit) => {
    const all = await stores();
    const tasks: TaskId[] = [];
    for (const account of ['ada', 'bob', 'cyd']) {
      for (let index = 0; index < 2; index += 1) {
        const task = await enqueueTask(all[0], { accountId: accountId(account), chunkCount: 7 });
        tasks.push(task.taskId);
      }
    }
    const claims = await claimAll(all, limit);
    const chunks = claims.map(
      (claim) => `${claim.taskId} ${claim.kind === 'check' ? claim.chunkIndex : claim.kind}`,
    );
    const expected = tasks.flatMap((task) => Array.from({ length: 7 }, (_, chunk) => `${task} ${chunk}`));
    expect(chunks.sort()).toEqual(expected.sort());
  });

  it('hand out the finish of each task once', async () => {
    const all = await stores();
    const tasks = await Promise.all(
      Array.from({ length: 9 }, () => enqueueTask(all[0], { accountId: accountId('ada'), chunkCount: 0 })),
    );
    const claims = await claimAll(all, 2);
    expect(claims.map(({ kind, taskId }) => `${kind} ${taskId}`).sort()).toEqual(
      tasks.map(({ taskId }) => `finish ${taskId}`).sort(),
    );
  });

  it('serve accounts in turn', async () => {
    const all = await stores();
    for (const account of ['ada', 'ada', 'ada', 'bob']) {
      await enqueueTask(all[0], { accountId: accountId(account), chunkCount: 4 });
    }
    const served: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      const { claims } = await (all[index % PROCESSES] ?? all[0]).claim({
        leaseMs: 600_000,
        limit: 1,
        taskId: null,
      });
      served.push(...claims.map((claim) => claim.accountId));
    }
    expect(served.filter((account) => account === 'bob')).toHaveLength(4);
  });

  it('send one probe at a time during an outage', async () => {
    const all = await stores();
    await enqueueTask(all[0], { chunkCount: 9 });
    await all[0].reportOutage({
      reason: 'checker_unavailable',
      isInferred: false,
      retryAfterMs: 0,
      failAfterMs: 3_600_000,
    });
    const answers = await Promise.all(
      all.map((store) => store.claim({ leaseMs: 60_000, limit: 3, taskId: null })),
    );
    expect(answers.flatMap(({ claims }) => claims)).toHaveLength(1);
  });

  it('go by the time of the server where the clock of a process is an hour off', async () => {
    const [store, other] = await stores();
    await enqueueTask(store, { chunkCount: 1 });
    const now = Date.now;
    onTestFinished(() => {
      Date.now = now;
    });
    Date.now = () => now() + 3_600_000;
    const { claims } = await store.claim({ leaseMs: 60_000, limit: 1, taskId: null });
    Date.now = now;
    expect(claims).toHaveLength(1);
    const answer = await other?.claim({ leaseMs: 60_000, limit: 1, taskId: null });
    expect(answer?.claims).toEqual([]);
    expect(answer?.retryAfterMs).toBeLessThanOrEqual(60_000);
    const [claim] = claims;
    const task = claim && (await other?.find(claim.taskId));
    expect(Math.abs((task?.startedAt ?? 0) - now())).toBeLessThan(600_000);
  });
});
