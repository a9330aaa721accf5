import { createHash } from 'node:crypto';
import { DialproofError } from '../../../model/errors.js';
import type { TaskId } from '../../../model/identifiers.js';
import type { Task } from '../../../model/task.js';
import type { TaskStore } from '../../../ports/task-store.js';
import { closeUnread, UploadContent } from '../../../tables/upload-content.js';
import { fileNameOf, type UploadRequest } from './upload-request.js';
import { refusal, type UploadSlot } from './upload-slot.js';

/** The form of a task id: it appears in URLs and logs, and is a key of databases. */
const TASK_ID = /^[\w-]{1,64}$/;

/** The task that an earlier upload with this id has made. Throws TypeError for an invalid id. */
export async function earlierTask(
  store: Pick<TaskStore, 'find'>,
  taskId: TaskId | undefined,
): Promise<Task | undefined> {
  if (taskId === undefined) return undefined;
  if (typeof taskId !== 'string' || !TASK_ID.test(taskId)) {
    throw new TypeError('taskId must be text of 1 to 64 letters, digits, - and _');
  }
  return await store.find(taskId);
}

/** Resolves to the task if the same upload made it. Code: `idempotency_key_reused`, if another upload did. */
export async function repeatedUpload(
  task: Task,
  request: UploadRequest,
  { content, ended }: UploadSlot,
  maxBytes: number,
): Promise<Task> {
  try {
    const { upload } = task.file;
    if (task.accountId === request.accountId && upload !== undefined) {
      const digest = await digestOf(request, new UploadContent(content, { maxBytes, signal: ended.signal }));
      if (digest === upload.payloadDigest) return task;
    } else {
      await closeUnread(content);
    }
  } catch (error) {
    throw refusal(error, ended.signal);
  }
  throw new DialproofError('idempotency_key_reused', {
    hint: 'another file, or the same one with other settings, was sent with this key before',
  });
}

async function digestOf(request: UploadRequest, content: UploadContent): Promise<string> {
  const digest = new PayloadDigest(request);
  try {
    for (let piece = await content.next(); piece !== undefined; piece = await content.next()) {
      digest.update(piece);
    }
    return digest.digest();
  } finally {
    await content.close();
  }
}

/** Distinguishes uploads: SHA-256 of the file's name, of its settings, and of its bytes, which are added as they arrive. */
export class PayloadDigest {
  readonly #hash = createHash('sha256');

  constructor(request: UploadRequest) {
    const { phoneColumn, defaultCountry, defaultAreaCode, severalNumbers, encoding, headerRow } = request;
    const always = [phoneColumn, defaultCountry, defaultAreaCode, severalNumbers, encoding, headerRow];
    // These were added later: without them, an upload has the same digest as before.
    const { consentDateColumn, countryColumn, freshWithinMs, remembered, sheet } = request;
    const later = [
      sheet,
      countryColumn === undefined ? undefined : { countryColumn },
      consentDateColumn === undefined ? undefined : { consentDateColumn },
      freshWithinMs === undefined ? undefined : { freshWithinMs },
      remembered === true ? { remembered } : undefined,
    ].filter((value) => value !== undefined);
    this.#hash.update(
      JSON.stringify([fileNameOf(request), ...always.map((value) => value ?? null), ...later]),
    );
  }

  update(piece: Uint8Array): void {
    this.#hash.update(piece);
  }

  /** The digest in hex. Nothing can be added after that. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
