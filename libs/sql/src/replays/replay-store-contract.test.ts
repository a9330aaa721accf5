import { replayStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlReplayStore } from './sql-replay-store.js';

describe('SqlReplayStore', () => {
  replayStoreContract({ describe, it }, async (clock) => {
    const file = await DatabaseFile.create();
    return {
      store: new SqlReplayStore({ database: file.database, clock }),
      reopen: async () => new SqlReplayStore({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });
});
