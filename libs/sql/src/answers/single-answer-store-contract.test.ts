import { singleAnswerStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlSingleAnswerStore } from './sql-single-answer-store.js';

describeOnEachDatabase('SqlSingleAnswerStore', (create) => {
  singleAnswerStoreContract({ describe, it }, async () => {
    const file = await create();
    return {
      store: new SqlSingleAnswerStore({ database: file.database }),
      reopen: async () => new SqlSingleAnswerStore({ database: await file.reopen() }),
      close: () => file.remove(),
    };
  });
});
