import { suppressionListContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlSuppressionList } from './sql-suppression-list.js';

describeOnEachDatabase('SqlSuppressionList', (create) => {
  suppressionListContract({ describe, it }, async () => {
    const file = await create();
    return {
      suppressions: new SqlSuppressionList({ database: file.database }),
      reopen: async () => new SqlSuppressionList({ database: await file.reopen() }),
      close: () => file.remove(),
    };
  });
});
