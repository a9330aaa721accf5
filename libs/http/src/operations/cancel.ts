import { taskId, type VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { wireTask } from '../message/to-wire.js';
import type { AccountHandler } from './operation.js';
import { fileNameIn } from './task-reply.js';

/** `POST /v1/verify/tasks/{task_id}/cancel`: stops a task. A body is ignored. */
export function cancelHandler(service: VerificationService): AccountHandler {
  return ({ accountId, id, once }) => {
    const task = { accountId, taskId: taskId(id) };
    return once.answer(async () => jsonReply(200, wireTask(await service.cancel(task))), {
      withheld: fileNameIn(service, task),
    });
  };
}
