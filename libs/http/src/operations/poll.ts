import { taskId, type VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { wireTask } from '../message/to-wire.js';
import type { AccountHandler } from './operation.js';

/** `GET /v1/verify/tasks/{task_id}`: how far a task is. */
export function pollHandler(service: VerificationService): AccountHandler {
  return async ({ accountId, id }) =>
    jsonReply(200, wireTask(await service.task({ accountId, taskId: taskId(id) })));
}
