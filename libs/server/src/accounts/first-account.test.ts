import { rm, writeFile } from 'node:fs/promises';
import { SqlTokens } from '@dialproof/sql';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../audit/audit-events.js';
import { readSettings } from '../settings/settings.js';
import { openDataDirectory, openStorage } from '../storage/storage.js';
import { trialFolder } from '../trial-server.fixture.js';
import { firstAccountToShow } from './first-account.js';

async function subject() {
  const folder = openDataDirectory(await trialFolder());
  const storage = await openStorage(folder.databaseFile, readSettings({}));
  const entries: AuditEntry[] = [];
  const record = (entry: AuditEntry) => void entries.push(entry);
  const start = () =>
    firstAccountToShow(storage, {
      credits: 7,
      unshownFile: folder.unshownTokenFile,
      lockFile: folder.firstAccountLockFile,
      record,
    });
  const accountOf = async (token = '') =>
    (await storage.authenticator.authenticate({ token, request: undefined }))?.accountId;
  return { entries, folder, storage, start, accountOf };
}

describe('the first account', () => {
  it('is made once, and shown once', async () => {
    const { storage, start } = await subject();
    const first = await start();
    expect(first).toMatchObject({ credits: 7 });
    first?.wasShown();
    expect(await start()).toBeUndefined();
    await storage.database.close();
  });

  it('has one valid token, a new one, if the previous start was killed before it showed the token', async () => {
    const { entries, storage, start, accountOf } = await subject();
    const unseen = await start();
    unseen?.release();
    const account = await accountOf(unseen?.token);
    const killed = await start();
    killed?.release();
    const seen = await start();
    expect(await accountOf(seen?.token)).toBe(account);
    expect([await accountOf(unseen?.token), await accountOf(killed?.token)]).toEqual([undefined, undefined]);
    expect(seen).toMatchObject({ credits: 7 });
    const idOf = (shown: typeof seen) => SqlTokens.idOf(shown?.token ?? '');
    expect(entries).toEqual([
      { event: 'account.created', by: 'server', account, credits: 7 },
      {
        event: 'token.rotated',
        by: 'server',
        account,
        tokenId: idOf(killed),
        replaces: [idOf(unseen)],
        keptUntil: null,
      },
      {
        event: 'token.rotated',
        by: 'server',
        account,
        tokenId: idOf(seen),
        replaces: [idOf(killed)],
        keptUntil: null,
      },
    ]);
    seen?.wasShown();
    expect(await start()).toBeUndefined();
    expect(await accountOf(seen?.token)).toBe(account);
    await storage.database.close();
  });

  it('is left to the process of this folder that is about to show its token', async () => {
    const { storage, start, accountOf } = await subject();
    const first = await start();
    expect(await start()).toBeUndefined();
    expect(await accountOf(first?.token)).toBeDefined();
    first?.wasShown();
    await storage.database.close();
  });

  it('is made if the previous start was killed before it was made', async () => {
    const { folder, storage, start, accountOf } = await subject();
    await writeFile(folder.unshownTokenFile, '');
    expect(await accountOf((await start())?.token)).toBeDefined();
    await storage.database.close();
  });

  it('keeps the token of a data folder of an earlier version', async () => {
    const { folder, storage, start, accountOf } = await subject();
    const first = await start();
    first?.release();
    await rm(folder.unshownTokenFile);
    expect(await start()).toBeUndefined();
    expect(await accountOf(first?.token)).toBeDefined();
    await storage.database.close();
  });
});
