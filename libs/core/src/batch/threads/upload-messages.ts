import type { MessagePort } from 'node:worker_threads';
import type { TaskContents } from '../../ports/task-store.js';
import type { SubmitToRead, UploadToRead } from '../intake/upload-parts.js';
import type { PreviewedFile } from '../preview/read-preview.js';
import type { SentError } from './sent-error.js';

/** An upload that a thread is to read, and what for. */
export type UploadJob =
  | { readonly kind: 'submit'; readonly upload: SubmitToRead }
  | { readonly kind: 'preview'; readonly upload: UploadToRead };

/** What comes of a job of each kind. */
export interface UploadResults {
  readonly submit: TaskContents;
  readonly preview: PreviewedFile;
}
export type UploadResult = UploadResults[keyof UploadResults];

/** Begins an upload in a thread. All that follows goes through the port, which is for this upload alone. */
export type UploadStart = UploadJob & { readonly port: MessagePort };

/** What the thread needs of the parts of the upload, one call for each. For a preview it makes those of the content alone. */
export type PartsCall =
  /** The next piece of the content. It is asked for when the one before is being read: at most one is unread. */
  | { readonly method: 'next' }
  | { readonly method: 'close' }
  | { readonly method: 'begin' }
  | { readonly method: 'append'; readonly index: number; readonly block: Uint8Array<ArrayBuffer> }
  | { readonly method: 'availableCredits' };

export interface PartsAnswers {
  /** Undefined at the end of the content. */
  readonly next: Uint8Array<ArrayBuffer> | undefined;
  readonly close: undefined;
  readonly begin: undefined;
  readonly append: undefined;
  readonly availableCredits: number;
}

/** From the thread. Of the last two kinds one comes, and nothing after it. */
export type ThreadMessage =
  | { readonly kind: 'call'; readonly id: number; readonly call: PartsCall }
  | { readonly kind: 'read'; readonly result: UploadResult }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Why a file was refused: a call failed, whose error never left its thread, or what the thread itself found. */
export type Refusal = { readonly failedCall: number } | { readonly error: SentError };

/** To the thread. */
export type PartsMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: PartsAnswers[keyof PartsAnswers] }
  | { readonly kind: 'failed'; readonly id: number }
  | { readonly kind: 'abort' };
