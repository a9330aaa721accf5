import type { FileReading } from '../../model/file-reading.js';
import type { TaskContents } from '../../ports/task-store.js';
import type { TableLimits } from '../../tables/table-limits.js';

/** A file that is to be read, and how: plain data, which can be sent to another thread. */
export interface UploadToRead {
  /** As the caller gave it. */
  readonly fileName: string;
  readonly reading: FileReading;
  readonly limits: TableLimits;
  readonly tempDirectory: string;
  readonly maxRows: number;
}

/** A file that is to become a task. */
export interface SubmitToRead extends UploadToRead {
  readonly chunkSize: number;
  /** The most credits that the file may hold. */
  readonly maxCredits: number;
}

/** The parts of an upload that stay in the thread of its request. */
export interface UploadParts {
  /** It is read once, and always closed. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Is given each piece of the content before it is read. */
  readonly onPiece: ((piece: Uint8Array) => void) | undefined;
  /** Ends the reading with `upload_interrupted`. */
  readonly signal: AbortSignal;
}

/** Those of a file that is to become a task: its draft and the credits of its account too. */
export interface SubmitParts extends UploadParts {
  /** Begins the draft. Called once, when it is certain that the file has rows. */
  begin(): Promise<void>;
  /** Adds a block to the draft, numbered from 0, with the header behind the last block of rows. */
  append(index: number, block: Uint8Array): Promise<void>;
  /** The credits that the account has available now. */
  availableCredits(): Promise<number>;
}

/**
 * Reads a file to its end, stores its rows in the draft, and resolves to what a task needs to know of it. Rejects with the codes of a
 * refused file, and with what the parts reject with.
 */
export type ReadSubmit = (upload: SubmitToRead, parts: SubmitParts) => Promise<TaskContents>;
