import { isDialproofError, type SubmitSettings } from '@dialproof/client';
import { forgetText, keepText, keptValue } from '../app/kept-text.js';
import { withKey } from '../app/unanswered-post.js';

const KEPT_AS = 'dialproof-upload';

/** An upload without an answer so far. The same key finds its task, and charges nothing twice. */
export interface UnfinishedUpload {
  readonly idempotencyKey: string;
  readonly fileName: string;
}

interface Kept extends UnfinishedUpload {
  readonly payload: string;
  /** The list that it is for, or `list` for a new one; undefined for a file by itself. */
  readonly list?: string | undefined;
}

/** Whether an upload is under way; it continues when another part of the page is opened. */
let isRunning = false;

/** The file of this tab whose upload was interrupted, by a reload for instance; undefined if it was for a list. */
export function unfinishedUpload(): UnfinishedUpload | undefined {
  const last = isRunning ? undefined : read();
  return last?.list === undefined ? last : undefined;
}

/** Has the browser warn before the page is left, as long as this is going on. */
export async function whileUploading<Answer>(upload: () => Promise<Answer>): Promise<Answer> {
  const warn = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', warn);
  isRunning = true;
  try {
    return await upload();
  } finally {
    isRunning = false;
    removeEventListener('beforeunload', warn);
  }
}

/** The key for an upload: that of the last one, if it was of the same file with the same settings and was not answered. */
export function keyFor(file: File, settings: SubmitSettings, list?: string): string {
  const payload = JSON.stringify([file.name, file.size, file.lastModified, settings, list]);
  const last = read();
  if (last?.payload === payload) return last.idempotencyKey;
  const random = crypto.getRandomValues(new Uint8Array(16));
  const idempotencyKey = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const kept: Kept = { idempotencyKey, fileName: file.name, payload, list };
  keepText('tab', KEPT_AS, JSON.stringify(kept));
  return idempotencyKey;
}

export interface ListUpload<Answer> {
  readonly file: File;
  readonly settings: SubmitSettings;
  /** Its id, or `list` for a new one. */
  readonly list: string;
  send(idempotencyKey: string | undefined): Promise<Answer>;
  /** What is left to do then. If it fails, the same upload again finds the same answer. */
  finish?(answer: Answer): Promise<void>;
}

/** Sends the file of a list, under the key of its last try if that was not answered. */
export async function sendForList<Answer>(upload: ListUpload<Answer>): Promise<Answer> {
  const { file, list, settings } = upload;
  let answer: Answer;
  try {
    answer = await withKey(keyFor(file, settings, list), upload.send);
  } catch (error) {
    if (wasRefused(error)) forgetUpload();
    throw error;
  }
  await upload.finish?.(answer);
  forgetUpload();
  return answer;
}

/** It was answered. */
export function forgetUpload(): void {
  forgetText('tab', KEPT_AS);
}

/** Refusals of an upload that say nothing about an earlier attempt, which may have become a task. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'request_in_progress',
  'upload_interrupted',
  'not_authenticated',
  'too_many_requests',
  // Of a proxy.
  'unexpected_reply',
]);

/** Whether the server has refused an upload for good: no try of it has become a task then, and its key is of no use. */
export function wasRefused(error: unknown): boolean {
  if (!isDialproofError(error) || SAYS_NOTHING.has(error.code)) return false;
  return error.status !== undefined && error.status >= 400 && error.status < 500;
}

function read(): Kept | undefined {
  // Nothing else is stored under this name.
  return keptValue('tab', KEPT_AS) as Kept | undefined;
}
