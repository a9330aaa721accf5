import type { VerificationService } from '@dialproof/core';
import { attachment, resultFileName } from '../content-disposition.js';
import type { TaskOperation } from './operation.js';

/** `GET /v1/verify/tasks/{task_id}/download`: the result as CSV, streamed. */
export function downloadOperation(service: VerificationService): TaskOperation {
  return {
    name: 'download',
    method: 'GET',
    path: '/v1/verify/tasks/{task_id}/download',
    access: 'task',
    async run(_request, accountId, taskId) {
      const { task, content } = await service.results({ accountId, taskId });
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': attachment(resultFileName(task.file.name)),
          'cache-control': 'no-store',
          // The cells are a stranger's: no browser may take them for a page.
          'x-content-type-options': 'nosniff',
        },
        body: content,
      };
    },
  };
}
