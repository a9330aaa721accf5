import { replayStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlReplayStore } from './sql-replay-store.js';

describeOnEachDatabase('SqlReplayStore', (create) => {
  replayStoreContract({ describe, it }, async (clock) => {
    const file = await create();
    return {
      store: new SqlReplayStore({ database: file.database, clock }),
      reopen: async () => new SqlReplayStore({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });
});
