import { singleAnswerStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase, HASH_KEY } from '../test-databases.fixture.js';
import { SqlSingleAnswerStore } from './sql-single-answer-store.js';

describeOnEachDatabase('SqlSingleAnswerStore', (create) => {
  singleAnswerStoreContract({ describe, it }, async () => {
    const file = await create();
    return {
      store: new SqlSingleAnswerStore({ database: file.database, hashKey: HASH_KEY }),
      reopen: async () => new SqlSingleAnswerStore({ database: await file.reopen(), hashKey: HASH_KEY }),
      close: () => file.remove(),
    };
  });
});
