import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
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
