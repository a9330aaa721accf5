import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { assertDiskSpace, type DiskBlocks } from './sqlite-database.js';

const MIB = 1024 * 1024;

const ask = (blocks: DiskBlocks) => assertDiskSpace('/data', async () => blocks);

describe('assertDiskSpace', () => {
  it('passes where a log of the database fits, and where the file system does not count', async () => {
    await ask({ bsize: MIB, blocks: 1_000, bavail: 16 });
    await ask({ bsize: MIB, blocks: 0, bavail: 0 });
    await assertDiskSpace(tmpdir());
  });

  it('says that the disk is full', async () => {
    await expect(ask({ bsize: MIB, blocks: 1_000, bavail: 15 })).rejects.toMatchObject({
      code: 'storage_unavailable',
      hint: 'the disk of the database is full',
    });
  });

  it('says that the folder cannot be read', async () => {
    await expect(assertDiskSpace('/missing/folder')).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});
