import {
  DialproofError,
  hasEnded,
  isDialproofError,
  type RetryRequest,
  type Task,
  taskId,
  type VerificationService,
} from '@dialproof/core';
import { capsOf } from '../../sign-in/bearer.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { fileFactsIn, taskShape, UNFINISHED_TASK, wireTask } from './task-shape.js';

/** Continues an ended task with the rows that were not verified. A body is ignored. */
export const retry = defineOperation({
  method: 'POST',
  path: '/v1/verify/tasks/{task_id}/retry',
  tag: 'tasks',
  scope: 'batch',
  policy: 'files',
  summary: 'Check the rows of an ended task whose check failed or was never made',
  reply: json(202, {
    description: 'The task, queued again',
    shape: taskShape,
    example: { ...UNFINISHED_TASK, status: 'queued' },
  }),
  errors: [
    'task_not_done',
    'nothing_to_retry',
    'insufficient_credits',
    'max_credits_exceeded',
    'daily_limit_reached',
    'overloaded',
  ],
  withheld: (service, { accountId, id }) => fileFactsIn(service, { accountId, taskId: taskId(id) }),
  run: async (service, { accountId, id, attempt, caller }) =>
    wireTask(
      await retried(
        service,
        { accountId, taskId: taskId(id), ...capsOf(caller) },
        attempt?.wasBegun ?? false,
      ),
    ),
});

/**
 * If an earlier attempt of the same request has retried the task, the task is not retried again: it continues, or has ended once more. A task that has
 * ended and is `task_not_done` has a retry that was begun and not resumed, perhaps by a process that was killed since. The caller repeats the request
 * until the retry is resumed, or until its lease has ended and it can be begun again.
 */
async function retried(service: VerificationService, task: RetryRequest, wasBegun: boolean): Promise<Task> {
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
