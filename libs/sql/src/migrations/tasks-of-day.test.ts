import { expect, it } from 'vitest';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { ANN, enqueueTask } from '../tasks/task.fixture.js';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { tasksOfDay } from './0018-tasks-of-day.js';
import { fileBefore } from './file-before.fixture.js';

const ACCOUNT = "insert into task_accounts (account_id, turn, last_task_turn) values ('ann', 1, 1);";

it('counts the tasks of the day of an account that an earlier version stored', async () => {
  const file = await fileBefore(tasksOfDay, ACCOUNT);
  const store = new SqlTaskStore({ database: await temporaryDatabase(file) });
  expect(await store.usage(ANN)).toMatchObject({ tasksToday: 0 });
  await enqueueTask(store);
  expect(await store.usage(ANN)).toMatchObject({ tasksToday: 1 });
});
