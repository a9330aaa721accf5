import { randomUUID } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DialproofError } from '../../../model/errors.js';

/**
 * A private temporary file. On POSIX its name is removed as soon as it is open, so that the system frees it even if the process is killed.
 * Windows does not allow that: there, `close` removes the file, or after a kill the next start does.
 */
export class TempFile {
  readonly #handle: FileHandle;
  readonly #path: string | undefined;
  #size = 0;

  private constructor(handle: FileHandle, path: string | undefined) {
    this.#handle = handle;
    this.#path = path;
  }

  /** The code of this and all other methods: `storage_unavailable`. */
  static async create(directory: string): Promise<TempFile> {
    const path = join(directory, tempFileName());
    return storing(async () => {
      const handle = await open(path, 'wx+', 0o600);
      if (process.platform === 'win32') return new TempFile(handle, path);
      try {
        await rm(path, { force: true });
      } catch (error) {
        await handle.close();
        throw error;
      }
      return new TempFile(handle, undefined);
    });
  }

  get size(): number {
    return this.#size;
  }

  async append(bytes: Uint8Array): Promise<void> {
    await storing(async () => {
      for (let start = 0; start < bytes.length; ) {
        const { bytesWritten } = await this.#handle.write(bytes, start, bytes.length - start, this.#size);
        this.#size += bytesWritten;
        start += bytesWritten;
      }
    });
  }

  /** Reads the bytes from `start` up to `end`, in pieces with memory of their own. */
  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(READ_BYTES, end - position));
      const { bytesRead } = await storing(() => this.#handle.read(piece, 0, piece.length, position));
      if (bytesRead === 0) return;
      position += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  /**
   * Fills `bytes` from the position `start` of the file, synchronously: bytes that were just written are usually in the system's memory.
   */
  readNow(bytes: Buffer, start: number): void {
    try {
      readSync(this.#handle.fd, bytes, 0, bytes.length, start);
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
    if (this.#path !== undefined) await rm(this.#path, { force: true });
  }
}

const READ_BYTES = 64 * 1024;

async function storing<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    throw unavailable(cause);
  }
}

function unavailable(cause: unknown): DialproofError {
  return new DialproofError('storage_unavailable', {
    hint: 'the temporary file of the upload cannot be written or read',
    cause,
  });
}

/** A file that was not written for this long has no process any more, even if a process has its id now. */
const MAX_AGE_MS = 86_400_000;

const NAME = /^dialproof-(\d{1,10})-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/** A unique name that contains the id of its process. */
export function tempFileName(): string {
  return `dialproof-${process.pid}-${randomUUID()}.tmp`;
}

/**
 * Removes the temporary files that killed processes of this user have left in the folder: those with a name of {@link tempFileName} whose
 * process has ended. On POSIX a kill leaves one only in the moment before its name is removed; on Windows it leaves every file that is
 * being read. All other files stay. A missing folder is no error. Rejects with AggregateError if files could not be examined or removed;
 * the others are removed.
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
