import { taskId, type VerificationService } from '@dialproof/core';
import type { AccountHandler } from './operation.js';

/** `DELETE /v1/verify/tasks/{task_id}`: removes a task that has ended. */
export function removeHandler(service: VerificationService): AccountHandler {
  return async ({ accountId, id }) => {
    await service.remove({ accountId, taskId: taskId(id) });
    return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };
  };
}
