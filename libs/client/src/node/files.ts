import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DownloadQuery } from '../api/api.js';
import type { RequestOptions } from '../client-options.js';
import { isDialproofError } from '../dialproof-error.js';
import type { Download } from '../downloads/download.js';
import type { TaskHandle } from '../tasks/task-handle.js';
import type { NamedContent } from '../uploads/upload-file.js';

/**
 * A file for an upload, which is read while it is sent. Rejects with Node's error if it cannot be found; the upload does so if it cannot be
 * opened or read, like a folder (EISDIR).
 */
export async function fileOnDisk(path: string): Promise<NamedContent> {
  const { size } = await stat(path);
  // `createReadStream(path)` would open it by itself and emit a failure as an event, which has no listener before the first read.
  return { name: basename(path), size, content: async () => (await open(path)).createReadStream() };
}

export interface FileDownloadOptions extends RequestOptions {
  /** The part of the result, and its format. */
  readonly query?: DownloadQuery | undefined;
}

export interface DownloadedFile {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number | undefined;
  readonly fileName: string;
}

/** The most attempts if a transfer breaks off or arrives damaged. */
const TRIES = 3;

/**
 * Downloads a result to a file, whole or not at all: it is written beside the file, checked, and then renamed, replacing an existing file.
 * If a transfer breaks off or arrives damaged, it is made again, at most three times in all. Codes: those of the download,
 * `download_damaged`, `connection_failed`, `timed_out`.
 */
export async function downloadToFile(
  task: Pick<TaskHandle, 'download'>,
  path: string,
  { query, ...options }: FileDownloadOptions = {},
): Promise<DownloadedFile> {
  for (let left = TRIES - 1; ; left -= 1) {
    const download = await task.download(query, options);
    try {
      const bytes = await writeWhole(download, path);
      return { path, bytes, rows: download.rows, fileName: download.fileName };
    } catch (error) {
      if (left === 0 || !isBroken(error)) throw error;
    }
  }
}

function isBroken(error: unknown): boolean {
  return (
    isDialproofError(error, 'download_damaged') ||
    isDialproofError(error, 'connection_failed') ||
    isDialproofError(error, 'timed_out')
  );
}

async function writeWhole({ content }: Download, path: string): Promise<number> {
  const part = `${path}.${randomUUID()}.part`;
  let bytes = 0;
  try {
    const file = await open(part, 'wx');
    try {
      for await (const piece of content) {
        await file.writeFile(piece);
        bytes += piece.length;
      }
      // Even after a crash of the machine, the name must not exist without the bytes.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
    return bytes;
  } catch (error) {
    await content.cancel().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}
