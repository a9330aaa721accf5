import { taskId } from '@dialproof/core';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { DONE_TASK, taskShape, wireTask } from './task-shape.js';

/** How far a task is. */
export const poll = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks/{task_id}',
  tag: 'tasks',
  scope: 'read',
  summary: 'Get the state of a task',
  reply: json(200, { description: 'The task', shape: taskShape, example: DONE_TASK }),
  errors: [],
  run: async (service, { accountId, id }) => wireTask(await service.task({ accountId, taskId: taskId(id) })),
});
