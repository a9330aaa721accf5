import { answerCacheContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlAnswerCache } from './sql-answer-cache.js';

describeOnEachDatabase('SqlAnswerCache', (create) => {
  answerCacheContract({ describe, it }, async () => {
    const file = await create();
    return {
      cache: new SqlAnswerCache({ database: file.database, name: 'test' }),
      reopen: async () => new SqlAnswerCache({ database: await file.reopen(), name: 'test' }),
      close: () => file.remove(),
    };
  });
});
