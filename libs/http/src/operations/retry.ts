import {
  DialproofError,
  hasEnded,
  isDialproofError,
  type Task,
  type TaskRequest,
  taskId,
  type VerificationService,
} from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { wireTask } from '../message/to-wire.js';
import type { AccountHandler } from './operation.js';
import { fileNameIn } from './task-reply.js';

/** `POST /v1/verify/tasks/{task_id}/retry`: continues an ended task with the rows that were not verified. A body is ignored. */
export function retryHandler(service: VerificationService): AccountHandler {
  return ({ accountId, id, once }) => {
    const task = { accountId, taskId: taskId(id) };
    return once.answer(
      async (attempt) => jsonReply(202, wireTask(await retried(service, task, attempt?.wasBegun ?? false))),
      { withheld: fileNameIn(service, task) },
    );
  };
}

/**
 * If an earlier attempt of the same request has retried the task, the task is not retried again: it continues, or has ended once more. A task that has
 * ended and is `task_not_done` has a retry that was begun and not resumed, perhaps by a process that was killed since. The caller repeats the request
 * until the retry is resumed, or until its lease has ended and it can be begun again.
 */
async function retried(service: VerificationService, task: TaskRequest, wasBegun: boolean): Promise<Task> {
  try {
    return await service.retry(task);
  } catch (error) {
    const isNotDone = isDialproofError(error, 'task_not_done');
    if (!wasBegun || !(isNotDone || isDialproofError(error, 'nothing_to_retry'))) throw error;
    const found = await service.task(task);
    if (isNotDone && hasEnded(found.status)) throw notResumed(error);
    return found;
  }
}

function notResumed(cause: unknown): DialproofError {
  const hint = 'an earlier attempt at this retry has not ended yet; ask again';
  return new DialproofError('request_in_progress', { hint, retryAfterMs: 1_000, cause });
}
