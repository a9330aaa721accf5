import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Core from '@dialproof/core';
import { CommandFailure, EXIT_CODES } from '../failures/failure.js';

/** Tasks in memory, except the rows of their files. */
export interface RowsOnDisk {
  readonly store: Core.TaskStore;
  /** Removes the rows. */
  close(): Promise<void>;
}

/**
 * Opens a store that keeps the rows of files in a temporary file, so that memory does not grow with their width. Only this user can read
 * the file. It loses its name at once, so that it disappears however the program ends; if a system does not allow that, it is removed at
 * the end. Rejects with a `CommandFailure` if the folder cannot be written.
 */
export async function openRowsOnDisk(
  { DialproofError, MemoryTaskStore }: typeof Core,
  { folder = tmpdir(), ...options }: Core.MemoryTaskStoreOptions & { readonly folder?: string } = {},
): Promise<RowsOnDisk> {
  const path = join(folder, `dialproof-rows-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch((error) => {
    const code = 'code' in Object(error) ? String(error.code) : String(error);
    throw new CommandFailure(
      EXIT_CODES.files,
      `The folder for temporary files, ${folder}, cannot be written (${code}).`,
    );
  });
  await rm(path).catch(() => {});
  let end = 0;

  /** Has a place in the file in place of each block. */
  class Store extends MemoryTaskStore {
    override async appendRows(lease: Core.Lease, index: number, block: Uint8Array): Promise<void> {
      const place: Place = { position: end, length: block.length };
      end += block.length;
      try {
        await writeAt(file, block, place.position);
      } catch (cause) {
        throw new DialproofError('storage_unavailable', { hint: `${path} cannot be written`, cause });
      }
      await super.appendRows(lease, index, written(place));
    }

    override async rowBlock(taskId: Core.TaskId, index: number): Promise<Uint8Array | undefined> {
      const reference = await super.rowBlock(taskId, index);
      return reference === undefined ? undefined : await readAt(file, placeIn(reference));
    }
  }

  return {
    store: new Store(options),
    async close() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

interface Place {
  readonly position: number;
  readonly length: number;
}

function written({ position, length }: Place): Uint8Array {
  return new Uint8Array(new Float64Array([position, length]).buffer);
}

function placeIn(reference: Uint8Array): Place {
  const [position = 0, length = 0] = new Float64Array(new Uint8Array(reference).buffer);
  return { position, length };
}

async function writeAt(file: FileHandle, block: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < block.length; ) {
    done += (await file.write(block, done, block.length - done, position + done)).bytesWritten;
  }
}

async function readAt(file: FileHandle, { position, length }: Place): Promise<Uint8Array> {
  const block = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(block, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('the temporary file of the rows was cut off');
    done += bytesRead;
  }
  return block;
}
