import { taskStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';

describe('SqlTaskStore', () => {
  taskStoreContract({ describe, it }, async (clock) => {
    const file = await DatabaseFile.create();
    return {
      store: new SqlTaskStore({ database: file.database, clock }),
      reopen: async () => new SqlTaskStore({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });
});
