import { readSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DialproofError } from '../../model/errors.js';
import { tempFileName } from './abandoned-temp-files.js';

/**
 * A private temporary file. On POSIX its name is removed as soon as it is open, so that the system frees it even if the process is killed.
 * Windows does not allow that: there, `close` removes it, or the next start after a kill.
 */
export class TempFile {
  readonly #handle: FileHandle;
  readonly #path: string | undefined;
  #size = 0;

  private constructor(handle: FileHandle, path: string | undefined) {
    this.#handle = handle;
    this.#path = path;
  }

  /** Code, here and in all methods: `storage_unavailable`. */
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
   * Fills `bytes` from `start` on, synchronously: bytes that were just written usually are in the system's memory.
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
