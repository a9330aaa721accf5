import { DialproofError } from '../../../model/errors.js';
import type { TaskId } from '../../../model/identifiers.js';
import type { Task } from '../../../model/task.js';
import type { TaskStore } from '../../../ports/task-store.js';
import { closeUnread, UploadContent } from '../../../tables/upload-content.js';
import { PayloadDigest } from './payload-digest.js';
import type { UploadRequest } from './upload-request.js';
import { refusal, type UploadTurn } from './upload-turn.js';

/** A task's id is in a request, as its caller says it: in URLs, in logs and as a key of databases. */
const TASK_ID = /^[\w-]{1,64}$/;

/** The task that an earlier upload with this id has made. Throws TypeError for an id that may not be one. */
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

/** Resolves to the task if this upload is the one that has made it, and rejects with `idempotency_key_reused` if it is another. */
export async function repeatedUpload(
  task: Task,
  request: UploadRequest,
  { content, ended }: UploadTurn,
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
