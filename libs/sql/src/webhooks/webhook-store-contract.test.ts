import { webhookStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlWebhookStore } from './sql-webhook-store.js';

describe('SqlWebhookStore', () => {
  webhookStoreContract({ describe, it }, async (clock) => {
    const file = await DatabaseFile.create();
    return {
      store: new SqlWebhookStore({ database: file.database, clock }),
      reopen: async () => new SqlWebhookStore({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });
});
