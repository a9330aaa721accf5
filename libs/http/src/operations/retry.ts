import {
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

/** If an earlier attempt of the same request has retried the task, it is not retried again: the task continues, or has ended once more. */
async function retried(service: VerificationService, task: TaskRequest, wasBegun: boolean): Promise<Task> {
  try {
    return await service.retry(task);
  } catch (error) {
    const isDone = isDialproofError(error, 'task_not_done') || isDialproofError(error, 'nothing_to_retry');
    if (wasBegun && isDone) return service.task(task);
    throw error;
  }
}
