import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  ManualClock,
  type ReportedFailure,
  type Task,
  type TaskId,
} from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import type { SqlDatabase } from './database.js';
import { SqlCreditLedger, SqlTaskStore } from './index.js';
import { type Query, sql } from './query.js';
import { describeOnEachDatabase } from './test-databases.fixture.js';

const ANN = accountId('ann');
const BOB = accountId('bob');

const ONE_BYTE = { sqlite: "x'00'", postgres: "'\\x00'" };

/** Damages a cell of a task in its table. */
type Damage = (database: SqlDatabase, taskId: TaskId) => Promise<unknown>;

function damage(statement: Query<{ id: string }>): Damage {
  return (database, id) => database.write((session) => session.change(statement, { id }));
}

/** Lets everything run that waits only for promises and for SQLite. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await new Promise(setImmediate);
}

async function* csvContent(first: number, count: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`phone\n${Array.from({ length: count }, (_, n) => `+1415555${first + n}\n`).join('')}`);
}

describeOnEachDatabase('a task whose stored data is damaged', (create) => {
  /** A service that works on a damaged task of Ann's and on a whole one of Bob's. */
  async function trial(damageTask: Damage) {
    const test = await create();
    onTestFinished(() => test.remove());
    const { database } = test;
    const clock = new ManualClock(1_767_225_600_000);
    const ledger = new SqlCreditLedger({ database, clock });
    for (const account of [ANN, BOB]) await ledger.grant(account, 1_000);
    const failures: ReportedFailure[] = [];
    const asked: string[] = [];
    const store = new SqlTaskStore({ database, clock });
    const service = createVerificationService({
      store,
      archive: store,
      ledger,
      clock,
      checker: {
        check: async (number) => {
          asked.push(number);
          return { status: 'inactive', source: 'shop' };
        },
      },
      queue: new InProcessTaskQueue({ clock, concurrency: 2 }),
      chunkSize: 5,
      onError: (failure) => failures.push(failure),
    });
    onTestFinished(() => service.close());
    const submit = (account: typeof ANN, first: number, count: number): Promise<Task> =>
      service.submit({ accountId: account, fileName: 'a.csv', content: csvContent(first, count) });
    const damaged = await submit(ANN, 2_000, 30);
    await damageTask(database, damaged.taskId);
    const whole = await submit(BOB, 3_000, 10);
    await service.start();
    /** The task once it has ended, or as it is after ten seconds of the clock. */
    const ended = async (account: typeof ANN, { taskId }: Task): Promise<Task> => {
      const giveUpAt = clock.elapsed() + 10_000;
      for (;;) {
        const task = await service.task({ accountId: account, taskId });
        if (task.finishedAt !== null || clock.elapsed() > giveUpAt) return task;
        await settle();
        clock.advance(20);
      }
    };
    const result = async ({ taskId }: Task): Promise<string> => {
      const { content } = await service.results({ accountId: ANN, taskId, partial: true });
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    };
    return { asked, damaged, ended, failures, ledger, result, service, submit, whole };
  }

  // Of two workers, one may come to the fourth chunk while the other is at the third: the first two are recorded by then.
  it.each<[string, Damage, number]>([
    [
      'the counts of its sources',
      damage(sql<{ id: string }>`update tasks set sources = '{' where task_id = ${'id'}`),
      0,
    ],
    [
      'a chunk',
      damage(
        sql<{
          id: string;
        }>`update task_chunks set chunk = ${ONE_BYTE} where task_id = ${'id'} and chunk_index = 3`,
      ),
      10,
    ],
    [
      'the statuses of a chunk',
      damage(
        sql<{
          id: string;
        }>`update task_chunks set statuses = ${ONE_BYTE} where task_id = ${'id'} and chunk_index = 3`,
      ),
      10,
    ],
  ])(
    'in %s fails with what was recorded, and no other account waits for it',
    async (_, damageTask, least) => {
      const { asked, damaged, ended, failures, ledger, result, whole } = await trial(damageTask);
      expect(await ended(BOB, whole)).toMatchObject({ status: 'done', processed: 10 });
      const task = await ended(ANN, damaged);
      expect(task).toMatchObject({
        status: 'failed',
        failureReason: 'internal_error',
        credits: { held: 0, charged: task.processed },
      });
      expect(task.processed).toBeGreaterThanOrEqual(least);
      expect(await ledger.balance(ANN)).toEqual({ available: 1_000 - task.processed, held: 0 });
      expect(await ledger.balance(BOB)).toEqual({ available: 990, held: 0 });
      expect((await result(task)).match(/,inactive$/gm) ?? []).toHaveLength(task.processed);
      expect(failures).toMatchObject([{ kind: 'task_failed', count: 1 }]);
      // Each number was asked about once, whether or not its answer could be recorded.
      expect(new Set(asked).size).toBe(asked.length);
    },
  );

  it('in its rows is done like any other, and only its download fails', async () => {
    const damageRows = damage(
      sql<{
        id: string;
      }>`update task_rows set block = ${ONE_BYTE} where task_id = ${'id'} and block_index = 0`,
    );
    const { damaged, ended, failures, result, whole } = await trial(damageRows);
    expect(await ended(BOB, whole)).toMatchObject({ status: 'done', processed: 10 });
    expect(await ended(ANN, damaged)).toMatchObject({ status: 'done', credits: { charged: 30 } });
    await expect(result(damaged)).rejects.toThrow();
    expect(failures).toEqual([]);
  });

  it('can be cancelled', async () => {
    const { damaged, ended, service } = await trial(
      damage(sql<{ id: string }>`update tasks set sources = '{' where task_id = ${'id'}`),
    );
    // It may wait for calls under way by the clock, which `ended` advances.
    const cancelled = service.cancel({ accountId: ANN, taskId: damaged.taskId }).catch(() => undefined);
    const task = await ended(ANN, damaged);
    await cancelled;
    expect(task).toMatchObject({ status: 'failed', credits: { held: 0 } });
  });

  it('in the facts about its file is shown and listed beside the others, and can be cancelled', async () => {
    const { damaged, ended, result, service, submit } = await trial(
      damage(sql<{ id: string }>`update tasks set file = '{' where task_id = ${'id'}`),
    );
    const other = await submit(ANN, 4_000, 1);
    const { tasks } = await service.list({ accountId: ANN, limit: 10 });
    const ids = [damaged.taskId, other.taskId];
    expect(tasks.map(({ taskId }) => taskId).sort()).toEqual(ids.sort());
    const cancelled = service.cancel({ accountId: ANN, taskId: damaged.taskId });
    expect(await ended(ANN, damaged)).toMatchObject({
      status: 'failed',
      failureReason: 'cancelled',
      total: 30,
    });
    await cancelled;
    await expect(result(damaged)).rejects.toThrow();
  });
});
