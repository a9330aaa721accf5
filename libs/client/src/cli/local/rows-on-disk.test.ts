import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@dialproof/core';
import { taskStoreContract } from '@dialproof/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRowsOnDisk } from './rows-on-disk.js';

describe('a store with its rows on disk', () => {
  taskStoreContract({ describe, it }, (clock) => openRowsOnDisk(core, { clock }));

  it.skipIf(process.platform === 'win32')('leaves nothing behind, however the program ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dialproof-rows-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { close } = await openRowsOnDisk(core, { folder });
    onTestFinished(close);
    expect(await readdir(folder)).toEqual([]);
  });

  it('says which folder cannot be written', async () => {
    const folder = join(tmpdir(), 'dialproof-no-such-folder');
    const message = `The folder for temporary files, ${folder}, cannot be written (ENOENT).`;
    await expect(openRowsOnDisk(core, { folder })).rejects.toMatchObject({ exitCode: 3, message });
  });
});
