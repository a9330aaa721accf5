import { accountRegistryContract, authenticatorContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import type { SqlDatabase } from '../database.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlAuthenticator } from '../tokens/sql-authenticator.js';
import { SqlAccounts } from './sql-accounts.js';

const openRegistry = (database: SqlDatabase) => ({
  registry: new SqlAccounts({ database }),
  authenticator: new SqlAuthenticator({ database }),
});

describeOnEachDatabase('SqlAccounts', (create) => {
  accountRegistryContract({ describe, it }, async () => {
    const file = await create();
    const { database } = file;
    return {
      ...openRegistry(database),
      closedRegistry: new SqlAccounts({ database, registrationOpen: false }),
      reopen: async () => openRegistry(await file.reopen()),
      close: () => file.remove(),
    };
  });
});

describeOnEachDatabase('SqlAuthenticator', (create) => {
  authenticatorContract({ describe, it }, async () => {
    const file = await create();
    const { database } = file;
    const accounts = new SqlAccounts({ database });
    const ada = await accounts.create();
    const bob = await accounts.create();
    await accounts.suspend(bob.accountId);
    return {
      authenticator: new SqlAuthenticator({ database }),
      known: [
        [ada.token, { accountId: ada.accountId, suspended: false }],
        [bob.token, { accountId: bob.accountId, suspended: true }],
      ],
      close: () => file.remove(),
    };
  });
});
