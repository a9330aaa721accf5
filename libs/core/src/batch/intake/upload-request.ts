import { basename } from 'node:path';
import type { FileReading } from '../../model/file-reading.js';
import type { AccountId } from '../../model/identifiers.js';

/** A file that somebody sends. */
export interface UploadRequest extends FileReading {
  readonly accountId: AccountId;
  /** The file's own name; its ending, .csv or .xlsx, is part of the contract. Folders in it are dropped. */
  readonly fileName: string;
  /** The file's bytes. A stream is read once, to its end or until something is wrong, and then closed. */
  readonly content: AsyncIterable<Uint8Array> | Uint8Array;
  /** Ends the upload; nothing of it remains. */
  readonly signal?: AbortSignal;
}

/** The file's name without folders. */
export function fileNameOf({ fileName }: Pick<UploadRequest, 'fileName'>): string {
  return basename(fileName.replaceAll('\\', '/'));
}
