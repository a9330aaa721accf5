import { chmod, copyFile, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { SoleProcessLock } from './sole-process-lock.js';

async function openFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), 'open');
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  await mkdir(folder, { mode: 0o755 });
  return folder;
}

/** The permissions of each file of the folder. */
async function modes(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const entries = names.map(async (name) => {
    const { mode } = await stat(join(folder, name));
    return [name, (mode & 0o777).toString(8)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe.skipIf(process.platform === 'win32')('the files of a database', () => {
  it('are for their owner alone in whatever folder they are made', async () => {
    const folder = await openFolder();
    await temporaryDatabase(join(folder, 'test.db'));
    const lock = SoleProcessLock.acquire(join(folder, 'test.lock'));
    onTestFinished(() => lock.release());
    expect(await modes(folder)).toEqual({
      'test.db': '600',
      'test.db-shm': '600',
      'test.db-wal': '600',
      'test.lock': '600',
      'test.lock-journal': '600',
    });
  });

  it.each(['its path', 'a link'])(
    'become so where others could read them, also those that a kill has left: opened by %s',
    async (way) => {
      const folder = await openFolder();
      const file = join(folder, 'test.db');
      const before = await temporaryDatabase(file);
      const copy = join(folder, 'copy.db');
      for (const end of ['', '-wal']) await copyFile(`${file}${end}`, `${copy}${end}`);
      await before.close();
      await writeFile(`${copy}-shm`, '');
      for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
      const link = join(await temporaryFolder(), 'link.db');
      await symlink(copy, link);
      await temporaryDatabase(way === 'a link' ? link : copy);
      expect(await modes(folder)).toEqual({
        'copy.db': '600',
        'copy.db-shm': '600',
        'copy.db-wal': '600',
        'test.db': '644',
      });
    },
  );
});
