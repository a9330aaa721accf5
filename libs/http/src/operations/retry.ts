import { taskId, type VerificationService } from '@dialproof/core';
import { jsonReply } from '../http-message.js';
import { wireTask } from '../to-wire.js';
import type { AccountHandler } from './operation.js';

/** `POST /v1/verify/tasks/{task_id}/retry`: lets an ended task go on with what was not verified. A body is not looked at. */
export function retryHandler(service: VerificationService): AccountHandler {
  return async ({ accountId, id }) =>
    jsonReply(202, wireTask(await service.retry({ accountId, taskId: taskId(id) })));
}
