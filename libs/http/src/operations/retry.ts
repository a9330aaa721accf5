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
 * If an earlier attempt of the same request has retried the task, it is not retried again: the task continues, or has ended once more. If that attempt
 * has only begun the retry, nobody may be left to go on with it. Then the caller repeats the request until the retry goes on, or its lease has ended and
 * it can be begun anew.
 */
async function retried(service: VerificationService, task: TaskRequest, wasBegun: boolean): Promise<Task> {
  try {
    return await service.retry(task);
  } catch (error) {
    const isNotDone = isDialproofError(error, 'task_not_done');
    if (!wasBegun || !(isNotDone || isDialproofError(error, 'nothing_to_retry'))) throw error;
    const found = await service.task(task);
    if (isNotDone && hasEnded(found.status)) throw onlyBegun(error);
    return found;
  }
}

function onlyBegun(cause: unknown): DialproofError {
  return new DialproofError('overloaded', {
    hint: 'the retry was interrupted; ask for it again',
    retryAfterMs: 1_000,
    cause,
  });
}
