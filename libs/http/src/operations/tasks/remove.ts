import { taskId } from '@dialproof/core';
import { noContent } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';

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
