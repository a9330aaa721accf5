import { taskHoldId } from '../../model/identifiers.js';
import type { DiscardClaim, FinishClaim } from '../../ports/task-store.js';
import type { BatchSettings } from '../batch-settings.js';

/** The hold is settled before the end is shown, so that the credits of a done task are always settled. */
export async function finishTask(settings: BatchSettings, claim: FinishClaim): Promise<void> {
  const { changes, ended, ledger, reporter, store } = settings;
  const { accountId, failureReason, lease, run, taskId, verified } = claim;
  const { charged } = await ledger.settle({
    holdId: taskHoldId(taskId, run),
    accountId,
    credits: verified,
  });
  if (charged !== verified) {
    const difference = `${verified} numbers of task ${taskId} were verified, the ledger charged ${charged}`;
    reporter.report('settlement_differs', new RangeError(difference));
  }
  await store.finish(lease, { status: failureReason === null ? 'done' : 'failed', failureReason, charged });
  changes.notify(taskId);
  ended();
  await observeEnd(settings, claim, charged);
}

/** Releases the hold of an abandoned upload or retry, and discards it. */
export async function discardDraft({ ledger, store }: BatchSettings, claim: DiscardClaim): Promise<void> {
  const { accountId, lease, run, taskId } = claim;
  await ledger.settle({ holdId: taskHoldId(taskId, run), accountId, credits: 0 });
  await store.discard(lease);
}

/** Reports a settled and finished task to the observer. A failing store does not fail the work. */
async function observeEnd(
  { observer, reporter, store }: BatchSettings,
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
