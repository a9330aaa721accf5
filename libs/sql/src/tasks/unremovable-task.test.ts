import {
  createVerificationService,
  InProcessTaskQueue,
  ManualClock,
  type ReportedFailure,
} from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { verbatim } from '../query.js';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { ANN, enqueueTask } from './task.fixture.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 15);

it('a task that cannot be removed stops the retention of no other, is reported once, and is removed later', async () => {
  const database = await temporaryDatabase();
  const run = (statement: string) => database.write((session) => session.change(verbatim(statement), {}));
  const clock = new ManualClock(NOW);
  const store = new SqlTaskStore({ database, clock });
  const failures: ReportedFailure[] = [];
  const service = createVerificationService({
    store,
    archive: store,
    ledger: new SqlCreditLedger({ database, clock }),
    clock,
    checker: { check: () => Promise.reject(new Error('nothing is checked')) },
    queue: new InProcessTaskQueue({ clock }),
    taskRetentionMs: DAY_MS,
    onError: (failure) => failures.push(failure),
  });
  onTestFinished(() => service.close());
  const ids: string[] = [];
  for (let index = 0; index < 25; index += 1) {
    clock.advance(1);
    const { taskId } = await enqueueTask(store, { chunkCount: 0 });
    ids.push(taskId);
    await service.work();
  }
  const [broken = ''] = ids;
  await run(`create trigger broken_row before delete on tasks when old.task_id = '${broken}'
      begin select raise(abort, 'this row is broken'); end`);
  clock.advance(DAY_MS);
  const left = async () =>
    (await service.list({ accountId: ANN, limit: 100 })).tasks.map(({ taskId }) => taskId);
  for (let call = 0; call < 4; call += 1) await service.work();
  expect(await left()).toEqual([broken]);
  clock.advance(60_000);
  await service.work();
  expect(failures).toMatchObject([
    { kind: 'cleanup_failed', cause: { message: expect.stringContaining('this row is broken') } },
  ]);
  await run('drop trigger broken_row');
  clock.advance(60_000);
  await service.work();
  expect(await left()).toEqual([]);
});
