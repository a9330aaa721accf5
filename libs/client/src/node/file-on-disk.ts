import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { NamedContent } from '../uploads/upload-file.js';

/** A file to be uploaded, which is read as it is sent. Rejects with Node's error where it cannot be found. */
export async function fileOnDisk(path: string): Promise<NamedContent> {
  const { size } = await stat(path);
  return { name: basename(path), size, content: () => createReadStream(path) };
}
