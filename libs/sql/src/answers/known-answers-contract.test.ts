import { knownAnswersContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlKnownAnswers } from './sql-known-answers.js';

describeOnEachDatabase('SqlKnownAnswers', (create) => {
  knownAnswersContract({ describe, it }, async () => {
    const file = await create();
    return {
      answers: new SqlKnownAnswers({ database: file.database }),
      reopen: async () => new SqlKnownAnswers({ database: await file.reopen() }),
      close: () => file.remove(),
    };
  });
});
