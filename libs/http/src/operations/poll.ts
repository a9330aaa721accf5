import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../http-message.js';
import { wireTask } from '../wire-shapes.js';
import type { TaskOperation } from './operation.js';

/** `GET /v1/verify/tasks/{task_id}`: how far a task is. */
export function pollOperation(service: VerificationService): TaskOperation {
  return {
    name: 'poll',
    method: 'GET',
    path: '/v1/verify/tasks/{task_id}',
    access: 'task',
    async run(_request, accountId, taskId) {
      return jsonReply(200, wireTask(await service.task({ accountId, taskId })));
    },
  };
}
