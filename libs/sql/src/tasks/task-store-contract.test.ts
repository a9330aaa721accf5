import { taskStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';

describeOnEachDatabase('SqlTaskStore', (create) => {
  taskStoreContract({ describe, it }, async (clock) => {
    const file = await create();
    return {
      store: new SqlTaskStore({ database: file.database, clock }),
      reopen: async () => new SqlTaskStore({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });
});
