import type { FinishClaim } from '../../ports/task-store.js';
import type { BatchSettings } from '../batch-settings.js';

/** Tells the observer of a task that was settled and finished. A store that fails now is no reason for the work to fail. */
export async function observeEnd(
  { observer, reporter, store }: Pick<BatchSettings, 'observer' | 'reporter' | 'store'>,
  { failureReason, taskId }: FinishClaim,
  charged: number,
): Promise<void> {
  if (observer === undefined) return;
  observer.onCredits?.({ purpose: 'batch', change: 'charged', credits: charged });
  if (observer.onTaskEnd === undefined) return;
  const task = await store.find(taskId).catch((error: unknown) => {
    reporter.report('observer_failed', error);
    return undefined;
  });
  // Its account may have removed it already.
  if (task === undefined) return;
  observer.onTaskEnd({
    status: failureReason === null ? 'done' : 'failed',
    failureReason,
    durationMs: (task.finishedAt ?? task.createdAt) - task.createdAt,
    rows: task.total,
  });
}
