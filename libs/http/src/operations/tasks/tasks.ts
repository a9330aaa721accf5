import {
  DialproofError,
  hasEnded,
  isDialproofError,
  type RetryRequest,
  type Task,
  type TaskPage,
  taskId,
  type VerificationService,
} from '@dialproof/core';
import { MAX_SEARCHED_CHARS } from '@dialproof/core/model';
import { z } from 'zod';
import { capsOf } from '../../sign-in/sign-in.js';
import { component, nextCursor, pageParameters } from '../../wire/common-shapes.js';
import { given } from '../../wire/wire-values.js';
import { json, noContent } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { DONE_TASK, fileFactsIn, taskShape, taskStatus, UNFINISHED_TASK, wireTask } from './task-shape.js';

/** The state of a task. */
export const poll = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks/{task_id}',
  tag: 'tasks',
  scope: 'read',
  summary: 'Get the state of a task',
  reply: json(200, { description: 'The task', shape: taskShape, example: DONE_TASK }, wireTask),
  errors: [],
  run: (service, { accountId, id }) => service.task({ accountId, taskId: taskId(id) }),
});

const listQuery = component('TaskQuery').open({
  status: taskStatus.describe('Only tasks in this status. Without this, tasks in any status').optional(),
  file_name: z
    .string()
    .min(1)
    .max(MAX_SEARCHED_CHARS)
    .describe(
      'Only tasks whose file name contains this text, in capitals or small letters. Without this, any file name',
    )
    .optional(),
  ...pageParameters,
});

const taskPageShape = component('TaskPage', 'A page of tasks, the newest first.').strict({
  tasks: z.array(taskShape),
  next_cursor: nextCursor,
});

/** The tasks of the account, page by page. */
export const list = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks',
  tag: 'tasks',
  scope: 'read',
  summary: 'List the tasks of the account, newest first',
  query: listQuery,
  reply: json(
    200,
    {
      description: 'A page of tasks',
      shape: taskPageShape,
      example: { tasks: [DONE_TASK], next_cursor: null },
    },
    ({ tasks, nextCursor }: TaskPage) => ({ tasks: tasks.map(wireTask), next_cursor: nextCursor }),
  ),
  errors: ['not_supported'],
  run: (service, { accountId, query: { limit, ...query } }) =>
    service.list({ accountId, limit, ...given(query) }),
});

/** Stops a task. A body is ignored. */
export const cancel = defineOperation({
  method: 'POST',
  path: '/v1/verify/tasks/{task_id}/cancel',
  tag: 'tasks',
  scope: 'batch',
  summary: 'Stop a task and keep its verified rows',
  reply: json(
    200,
    {
      description: 'The task. It fails with the reason cancelled, at once or when its last calls have ended',
      shape: taskShape,
      example: {
        ...UNFINISHED_TASK,
        status: 'failed',
        finished_at: '2026-01-02T03:04:06.480Z',
        failure_reason: 'cancelled',
        credits: { held: 0, charged: 2 },
      },
    },
    wireTask,
  ),
  errors: ['task_has_ended'],
  withheld: (service, { accountId, id }) => fileFactsIn(service, { accountId, taskId: taskId(id) }),
  run: (service, { accountId, id }) => service.cancel({ accountId, taskId: taskId(id) }),
});

/** Continues an ended task with the rows that were not verified. A body is ignored. */
export const retry = defineOperation({
  method: 'POST',
  path: '/v1/verify/tasks/{task_id}/retry',
  tag: 'tasks',
  scope: 'batch',
  policy: 'files',
  summary: 'Check the rows of an ended task whose check failed or was never made',
  reply: json(
    202,
    {
      description: 'The task, queued again',
      shape: taskShape,
      example: { ...UNFINISHED_TASK, status: 'queued' },
    },
    wireTask,
  ),
  errors: [
    'task_not_done',
    'nothing_to_retry',
    'insufficient_credits',
    'max_credits_exceeded',
    'daily_limit_reached',
    'overloaded',
  ],
  withheld: (service, { accountId, id }) => fileFactsIn(service, { accountId, taskId: taskId(id) }),
  run: (service, { accountId, id, attempt, caller }) =>
    retried(service, { accountId, taskId: taskId(id), ...capsOf(caller) }, attempt?.wasBegun ?? false),
});

/**
 * If an earlier attempt of the same request has retried the task, the task is not retried again: it continues, or has ended once more. A
 * task that has ended and is `task_not_done` has a retry that was begun and not resumed, perhaps by a process that was killed since. The
 * caller repeats the request until the retry is resumed, or until its lease has ended and it can be begun again.
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

/** Removes a task that has ended. */
export const remove = defineOperation({
  method: 'DELETE',
  path: '/v1/verify/tasks/{task_id}',
  tag: 'tasks',
  scope: 'batch',
  summary: 'Delete an ended task with its file and its result',
  reply: noContent('Rows, results and the name of the file are gone; the entries of the credits stay'),
  errors: ['task_not_done', 'not_supported'],
  run: (service, { accountId, id }) => service.remove({ accountId, taskId: taskId(id) }),
});
