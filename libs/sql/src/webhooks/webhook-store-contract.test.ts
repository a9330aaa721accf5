import { webhookStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlWebhookStore } from './sql-webhook-store.js';

describeOnEachDatabase('SqlWebhookStore', (create) => {
  webhookStoreContract({ describe, it }, async (clock) => {
    const file = await create();
    return {
      store: new SqlWebhookStore({ database: file.database, clock }),
      reopen: async () => new SqlWebhookStore({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });
});
