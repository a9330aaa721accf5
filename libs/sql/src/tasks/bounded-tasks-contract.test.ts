import { boundedTasksContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';

describe('SqlTaskStore', () => {
  boundedTasksContract({ describe, it }, async (clock) => {
    const file = await DatabaseFile.create();
    const store = new SqlTaskStore({ database: file.database, clock });
    return { store, bounded: store, archive: store, close: () => file.remove() };
  });
});
