import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { NamedContent } from '../uploads/upload-file.js';

/**
 * A file to be uploaded, which is read as it is sent. Rejects with Node's error where it cannot be found; the upload does so where it cannot be
 * opened or read, as a folder cannot (EISDIR).
 */
export async function fileOnDisk(path: string): Promise<NamedContent> {
  const { size } = await stat(path);
  // `createReadStream(path)` would open it by itself, and tell a failure as an event, which nobody hears before something is read.
  return { name: basename(path), size, content: async () => (await open(path)).createReadStream() };
}
