import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { DownloadQuery } from '../api/api.js';
import type { RequestOptions } from '../client-options.js';
import { isDialproofError } from '../dialproof-error.js';
import type { Download } from '../downloads/download.js';
import type { TaskHandle } from '../tasks/task-handle.js';

export interface FileDownloadOptions extends RequestOptions {
  /** The part of the result, and its format. */
  readonly query?: DownloadQuery | undefined;
  /** The most attempts if a transfer breaks off or arrives damaged, 1 to 10. Default 3. */
  readonly tries?: number | undefined;
  /** Is called with the bytes that have come. It begins again at 0 with each try. */
  readonly onProgress?: ((receivedBytes: number) => void) | undefined;
}

export interface DownloadedFile {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number | undefined;
  readonly fileName: string;
}

/**
 * Downloads a result to a file, whole or not at all: it is written beside the file, checked, and then renamed, replacing an existing file.
 * Codes: those of the download, `download_damaged`, `connection_failed`, `timed_out`.
 */
export async function downloadToFile(
  task: Pick<TaskHandle, 'download'>,
  path: string,
  { query, tries = 3, onProgress, ...options }: FileDownloadOptions = {},
): Promise<DownloadedFile> {
  if (!Number.isInteger(tries) || tries < 1 || tries > 10) {
    throw new TypeError(`tries must be a whole number from 1 to 10, it is ${tries}`);
  }
  for (let left = tries - 1; ; left -= 1) {
    const download = await task.download(query, options);
    try {
      const bytes = await writeWhole(download, path, onProgress);
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

async function writeWhole(
  { content }: Download,
  path: string,
  onProgress: FileDownloadOptions['onProgress'],
): Promise<number> {
  const part = `${path}.${randomUUID()}.part`;
  let bytes = 0;
  try {
    const file = await open(part, 'wx');
    try {
      for await (const piece of content) {
        await file.writeFile(piece);
        bytes += piece.length;
        onProgress?.(bytes);
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
