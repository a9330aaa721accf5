import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that nothing was written to for so long has no process, though another may have its id by now. */
const MAX_AGE_MS = 86_400_000;

const NAME = /^dialproof-(\d{1,10})-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/** A unique name that contains the id of its process. */
export function tempFileName(): string {
  return `dialproof-${process.pid}-${randomUUID()}.tmp`;
}

/**
 * Removes the temporary files that killed processes of this user have left in the folder: those with a name of
 * {@link tempFileName} whose process has ended. On POSIX a kill leaves one only in the moment before its name is removed; on Windows
 * it leaves every file that is being read. Whatever else the folder holds stays. A folder that is missing has none.
 * Rejects with AggregateError when files could not be looked at or removed; the others are gone then.
 */
export async function removeAbandonedTempFiles(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const failures: unknown[] = [];
  for (const name of names) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(directory, name);
    try {
      if (await isAbandoned(path, Number(pid))) await rm(path, { force: true });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} abandoned temporary files could not be removed`);
  }
}

async function isAbandoned(path: string, pid: number): Promise<boolean> {
  const file = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    // Another process that starts has removed it.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined || !file.isFile() || (process.getuid?.() ?? file.uid) !== file.uid) return false;
  if (Date.now() - file.mtimeMs > MAX_AGE_MS) return true;
  // In containers, processes often have the same id. A file that is older than this process belonged to another one.
  if (pid === process.pid) return file.mtimeMs < Date.now() - process.uptime() * 1_000;
  return !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is another user's, so it did not make this user's file.
    return !(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'));
  }
}
