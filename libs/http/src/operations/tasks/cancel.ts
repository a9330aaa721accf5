import { taskId } from '@dialproof/core';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { fileFactsIn, taskShape, UNFINISHED_TASK, wireTask } from './task-shape.js';

/** Stops a task. A body is ignored. */
export const cancel = defineOperation({
  method: 'POST',
  path: '/v1/verify/tasks/{task_id}/cancel',
  tag: 'tasks',
  scope: 'batch',
  summary: 'Stop a task and keep its verified rows',
  reply: json(200, {
    description: 'The task: failed with the reason cancelled, at once or when its last calls have ended',
    shape: taskShape,
    example: {
      ...UNFINISHED_TASK,
      status: 'failed',
      finished_at: '2026-01-02T03:04:06.480Z',
      failure_reason: 'cancelled',
      credits: { held: 0, charged: 2 },
    },
  }),
  errors: ['task_has_ended'],
  withheld: (service, { accountId, id }) => fileFactsIn(service, { accountId, taskId: taskId(id) }),
  run: async (service, { accountId, id }) =>
    wireTask(await service.cancel({ accountId, taskId: taskId(id) })),
});
