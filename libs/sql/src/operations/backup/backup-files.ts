import { lstat, open } from 'node:fs/promises';
import { DialproofError } from '@dialproof/core';

export async function fileExists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Makes renames in a folder durable. Windows cannot open folders, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

export function unavailable(hint: string, cause?: unknown): DialproofError {
  return new DialproofError('storage_unavailable', { hint, ...(cause === undefined ? {} : { cause }) });
}
