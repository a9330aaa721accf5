import { answerCacheContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlAnswerCache } from './sql-answer-cache.js';

describe('SqlAnswerCache', () => {
  answerCacheContract({ describe, it }, async () => {
    const file = await DatabaseFile.create();
    return {
      cache: new SqlAnswerCache({ database: file.database, name: 'test' }),
      reopen: async () => new SqlAnswerCache({ database: await file.reopen(), name: 'test' }),
      close: () => file.remove(),
    };
  });
});
