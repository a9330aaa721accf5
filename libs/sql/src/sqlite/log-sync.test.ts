import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { LogSync } from './log-sync.js';

async function subject({ hasLog }: { readonly hasLog: boolean }): Promise<LogSync> {
  const file = join(await temporaryFolder(), 'test.db');
  if (hasLog) await writeFile(`${file}-wal`, 'log');
  return new LogSync(file);
}

it('resolves once the log is on the disk, and those who ask at once wait together', async () => {
  const log = await subject({ hasLog: true });
  const first = log.sync();
  expect(log.sync()).toBe(first);
  await first;
  await log.sync();
  await log.close();
});

it('rejects where there is no log', async () => {
  const log = await subject({ hasLog: false });
  await expect(log.sync()).rejects.toMatchObject({ code: 'ENOENT' });
  await log.close();
});

it('is closed when the last sync has ended, or none has begun', async () => {
  const log = await subject({ hasLog: true });
  const order: string[] = [];
  const syncs = [log.sync().then(() => order.push('synced')), log.close().then(() => order.push('closed'))];
  await Promise.all(syncs);
  expect(order).toEqual(['synced', 'closed']);
  await (await subject({ hasLog: false })).close();
});
