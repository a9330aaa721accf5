import { keyedTaskId, type VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import type { WireSubmission } from '../wire/shapes.js';
import { fileHandler } from './file-handler.js';
import type { AccountHandler } from './operation.js';

/** `POST /v1/verify/batch`: takes a file in as it arrives and makes it a task. */
export function submitHandler(service: VerificationService, maxFormBytes: number): AccountHandler {
  return fileHandler({
    service,
    maxFormBytes,
    async answer(file, attempt) {
      const repeatable =
        attempt === undefined ? {} : { taskId: keyedTaskId(file.accountId, attempt.requestId) };
      const task = await service.submit({ ...file, ...repeatable });
      const answer: WireSubmission = { task_id: task.taskId, total: task.total, status: 'queued' };
      return jsonReply(202, answer);
    },
  });
}
