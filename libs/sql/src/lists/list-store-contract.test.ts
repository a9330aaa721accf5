import { listStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import type { SqlDatabase } from '../database.js';
import { SqlEventOutbox } from '../outbox/sql-event-outbox.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlListStore } from './sql-list-store.js';

describeOnEachDatabase('SqlListStore', (create) => {
  listStoreContract({ describe, it }, async (clock) => {
    const file = await create();
    const over = (database: SqlDatabase) => {
      const outbox = new SqlEventOutbox({ database, clock });
      const store = new SqlTaskStore({ database, clock, outbox });
      return { lists: new SqlListStore({ database, clock, outbox }), store, archive: store, outbox };
    };
    return {
      ...over(file.database),
      reopen: async () => over(await file.reopen()),
      close: () => file.remove(),
    };
  });
});
