import { statfs } from 'node:fs/promises';
import { DialproofError } from '@dialproof/core';

/** As large as the database's log may grow. With less space, SQLite may write a little and fail at the next file. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/** Blocks of a file system, as `statfs` reports them. */
export interface DiskBlocks {
  readonly bsize: number;
  readonly blocks: number;
  /** The blocks that this user may fill. */
  readonly bavail: number;
}

/** Rejects with `storage_unavailable` if the disk of the folder has less than 16 MiB free. */
export async function assertDiskSpace(
  folder: string,
  read: (folder: string) => Promise<DiskBlocks> = statfs,
): Promise<void> {
  const { bsize, blocks, bavail } = await read(folder).catch((cause: unknown) => {
    throw new DialproofError('storage_unavailable', {
      hint: 'the folder of the database cannot be read',
      cause,
    });
  });
  // Some file systems, mostly network ones, report no blocks at all.
  if (blocks === 0 || bavail * bsize >= LEAST_FREE_BYTES) return;
  throw new DialproofError('storage_unavailable', { hint: 'the disk of the database is full' });
}
