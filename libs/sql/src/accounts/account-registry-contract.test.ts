import { ManualClock } from '@dialproof/core';
import { accountRegistryContract, accountTokensContract, authenticatorContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import type { SqlDatabase } from '../database.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlAccountTokens } from '../tokens/sql-account-tokens.js';
import { SqlAuthenticator } from '../tokens/sql-authenticator.js';
import { SqlTokens } from '../tokens/sql-tokens.js';
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

const idOf = ({ token }: { readonly token: string }) => SqlTokens.idOf(token) ?? '';

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
        [ada.token, { accountId: ada.accountId, suspended: false, tokenId: idOf(ada) }],
        [bob.token, { accountId: bob.accountId, suspended: true, tokenId: idOf(bob) }],
      ],
      close: () => file.remove(),
    };
  });
});

describeOnEachDatabase('SqlAccountTokens', (create) => {
  accountTokensContract({ describe, it }, async () => {
    const file = await create();
    const { database } = file;
    const clock = new ManualClock(1_767_225_600_000);
    const accounts = new SqlAccounts({ database, clock });
    const [ada, bob] = [await accounts.create(), await accounts.create()];
    return {
      tokens: new SqlAccountTokens({ database, clock }),
      authenticator: new SqlAuthenticator({ database, clock }),
      accounts: [ada.accountId, bob.accountId],
      advance: (ms) => clock.advance(ms),
      now: () => clock.now(),
      close: () => file.remove(),
    };
  });
});
