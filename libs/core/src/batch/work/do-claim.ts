import { isDialproofError } from '../../model/errors.js';
import { taskHoldId } from '../../model/identifiers.js';
import type { CheckClaim, DiscardClaim, FinishClaim, Lease } from '../../ports/task-store.js';
import { describeError } from '../../reports/failure-reporter.js';
import type { BatchSettings, WorkSettings } from '../batch-settings.js';
import { type ChunkEnd, type ClaimedChunk, checkChunk } from './chunk/check-chunk.js';
import { attemptPauseMs } from './chunk/open-numbers.js';

/** The pause before the next try to fail a task, after the store has refused it. */
const SET_ASIDE_MS = 300_000;

/** Ends a task, or discards an abandoned upload or retry. Rejects if this failed; it will be claimed again. */
export async function doEnd(settings: WorkSettings, claim: FinishClaim | DiscardClaim): Promise<void> {
  const end =
    claim.kind === 'finish' ? () => finishTask(settings, claim) : () => discardDraft(settings, claim);
  await untilItSucceeds(settings, claim, end);
}

/** Checks a claimed chunk. Rejects if this failed; the chunk will be claimed again. */
export async function doCheck(
  settings: WorkSettings,
  chunk: ClaimedChunk,
  signal: AbortSignal,
): Promise<void> {
  const { changes, setAside } = settings;
  const { claim } = chunk;
  changes.notify(claim.taskId);
  if (setAside.has(claim.taskId)) return await setAsideTask(settings, claim);
  let end: ChunkEnd;
  try {
    end = await checkChunk(settings, chunk, signal);
  } catch (error) {
    if (isDialproofError(error, 'storage_unavailable')) {
      await giveBack(settings, claim.lease, attemptPauseMs(1, 0, settings.entropy));
      throw error;
    }
    const reason = `task ${claim.taskId} fails: ${describeError(error)}`;
    settings.reporter.report('task_failed', new Error(reason, { cause: error }));
    return await setAsideTask(settings, claim);
  }
  const { finish, retryAfterMs } = end;
  if (finish !== null) await doEnd(settings, finish);
  else if (retryAfterMs !== null) await giveBack(settings, claim.lease, retryAfterMs);
}

/**
 * Fails a task that cannot be worked on because of an internal error. It keeps its answers, and all other tasks continue. If the store
 * refuses that too, this process checks no more of the task, and tries again at long intervals.
 */
async function setAsideTask(settings: WorkSettings, { lease, taskId }: CheckClaim): Promise<void> {
  const { endings, reporter, setAside, store } = settings;
  try {
    await store.fail(taskId, 'internal_error');
    setAside.delete(taskId);
    endings.notify(taskId);
    await giveBack(settings, lease, 0);
  } catch (error) {
    setAside.add(taskId);
    reporter.report('work_failed', error);
    await giveBack(settings, lease, SET_ASIDE_MS);
  }
}

/** Does the step. If it fails, the claim is given back, and may be taken again after a pause that grows with each try. */
async function untilItSucceeds(
  settings: WorkSettings,
  { lease, tries }: FinishClaim | DiscardClaim,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    await giveBack(settings, lease, attemptPauseMs(tries + 1, 0, settings.entropy));
    throw error;
  }
}

/** Gives a claim back. It can be claimed again after `retryAfterMs`. Never rejects. */
export async function giveBack(
  { reporter, store }: WorkSettings,
  lease: Lease,
  retryAfterMs: number,
): Promise<void> {
  try {
    await store.giveBack(lease, retryAfterMs);
  } catch (error) {
    // The lease ends by itself.
    reporter.report('work_failed', error);
  }
}

/** Settles the hold of a task, and then ends it, so that the credits of a done task are always settled. */
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
  // The account may have removed the task already.
  if (task === undefined) return;
  observer.onTaskEnd({
    status: failureReason === null ? 'done' : 'failed',
    failureReason,
    durationMs: (task.finishedAt ?? task.createdAt) - task.createdAt,
    rows: task.total,
  });
}
