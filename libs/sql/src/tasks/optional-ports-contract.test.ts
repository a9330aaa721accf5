import { accountSuspensionsContract, boundedTasksContract, taskArchiveContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';

describeOnEachDatabase('SqlTaskStore', (create) => {
  boundedTasksContract({ describe, it }, async (clock) => {
    const file = await create();
    const store = new SqlTaskStore({ database: file.database, clock });
    return { store, bounded: store, archive: store, close: () => file.remove() };
  });

  accountSuspensionsContract({ describe, it }, async (clock) => {
    const file = await create();
    const store = new SqlTaskStore({ database: file.database, clock });
    return { store, suspensions: store, close: () => file.remove() };
  });

  taskArchiveContract({ describe, it }, async (clock) => {
    const file = await create();
    const store = new SqlTaskStore({ database: file.database, clock });
    return { store, archive: store, close: () => file.remove() };
  });
});
