import { randomUUID } from 'node:crypto';
import { webhookStoreContract } from '@dialproof/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SqlAccounts } from '../accounts/sql-accounts.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlTokens } from '../tokens/sql-tokens.js';
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

  it('makes no webhook with a token that is revoked, unknown, or of another or a suspended account', async () => {
    const file = await create();
    onTestFinished(() => file.remove());
    const { database } = file;
    const accounts = new SqlAccounts({ database });
    const store = new SqlWebhookStore({ database });
    const [ada, bob] = [await accounts.create(), await accounts.create()];
    const [adas, bobs] = [ada, bob].map(({ token }) => SqlTokens.idOf(token) ?? '');
    const made = (madeWith: string | undefined) =>
      store.create({
        ...{ webhookId: randomUUID(), accountId: ada.accountId, url: 'https://ada.example/hook' },
        ...{ events: ['task.done'], secret: 's', maxPerAccount: 9, madeWith: madeWith ?? null },
      });
    expect(await made(adas)).toMatchObject({ secret: 's' });
    const refused = { code: 'not_authenticated' };
    await expect(made(bobs)).rejects.toMatchObject(refused);
    await expect(made('none')).rejects.toMatchObject(refused);
    await accounts.suspend(ada.accountId);
    await expect(made(adas)).rejects.toMatchObject(refused);
    await accounts.reinstate(ada.accountId);
    await new SqlTokens({ database }).revoke(adas ?? '');
    await expect(made(adas)).rejects.toMatchObject(refused);
    expect(await store.list(ada.accountId)).toHaveLength(1);
  });
});
