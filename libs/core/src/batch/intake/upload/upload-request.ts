import { basename } from 'node:path';
import type { FileReading } from '../../../model/file-reading.js';
import type { AccountId } from '../../../model/identifiers.js';

/** A file that somebody sends. */
export interface UploadRequest extends FileReading {
  readonly accountId: AccountId;
  /** The file's own name; its ending, .csv or .xlsx, is part of the contract. Folders in it are dropped, and it is cut to 255 bytes. */
  readonly fileName: string;
  /** The file's bytes. A stream is read once, to its end or to the first error, and then closed. */
  readonly content: AsyncIterable<Uint8Array> | Uint8Array;
  /**
   * Header or position (from 0) of the column that holds the date of consent of each row, instead of finding it; `none` if no column does.
   * A checker with `tellsReassigned` is asked whether each number was given to somebody else since.
   */
  readonly consentDateColumn?: string | number;
  /**
   * The greatest age of an answer in milliseconds, above 0. A number gets the youngest such answer of the account's own tasks and single
   * checks: it costs nothing, and no checker is asked. This needs the option `archive`, and covers the newest 1,000 tasks with 5,000,000
   * rows, as long as tasks are kept. An `unknown` counts only with the reason `line_live`. A number with a date of consent only gets an
   * answer that was found for the same date. Default: every number is checked.
   */
  readonly freshWithinMs?: number;
  /**
   * Whether missing settings of columns, and the row of the header, are taken from the account's newest task whose file has the same
   * header. This needs the option `archive`, and covers the newest 1,000 tasks, as long as they are kept. A note names the settings that
   * were taken.
   */
  readonly remembered?: boolean;
  /** Ends the upload; nothing of it remains. */
  readonly signal?: AbortSignal;
}

/** Most file systems allow this length. */
const MAX_NAME_BYTES = 255;

/** The file's name without folders. A name of more than 255 bytes is cut in front of its ending. */
export function fileNameOf({ fileName }: Pick<UploadRequest, 'fileName'>): string {
  const name = basename(fileName.replaceAll('\\', '/'));
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const ending = /\.\w{1,16}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  return `${textWithinBytes(stem, MAX_NAME_BYTES - ending.length)}${ending}`;
}

/** The beginning of a text with at most this many bytes in UTF-8, cut between characters as people see them. */
export function textWithinBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let room = maxBytes;
  let end = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
