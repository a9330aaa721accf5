import { eventOutboxContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import type { SqlDatabase } from '../database.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlEventOutbox } from './sql-event-outbox.js';

describeOnEachDatabase('SqlEventOutbox', (create) => {
  eventOutboxContract({ describe, it }, async (clock) => {
    const file = await create();
    const over = (database: SqlDatabase) => {
      const outbox = new SqlEventOutbox({ database, clock });
      return { store: new SqlTaskStore({ database, clock, outbox }), outbox };
    };
    return {
      ...over(file.database),
      reopen: async () => over(await file.reopen()),
      close: () => file.remove(),
    };
  });
});
