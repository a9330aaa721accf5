import { isDialproofError } from '../../model/errors.js';
import type { CheckClaim, DiscardClaim, FinishClaim, Lease } from '../../ports/task-store.js';
import { describeError } from '../../reports/failure-reporter.js';
import type { WorkSettings } from '../batch-settings.js';
import { type ChunkEnd, type ClaimedChunk, checkChunk } from './chunk/check-chunk.js';
import { attemptPauseMs } from './chunk/open-numbers.js';
import { discardDraft, finishTask } from './end-task.js';

/** The pause before another try to fail a task, if the store has refused it. */
const SET_ASIDE_MS = 300_000;

/** Ends a task, or discards an abandoned upload or retry. Rejects if that failed and will be claimed again. */
export async function doEnd(settings: WorkSettings, claim: FinishClaim | DiscardClaim): Promise<void> {
  const end =
    claim.kind === 'finish' ? () => finishTask(settings, claim) : () => discardDraft(settings, claim);
  await untilItSucceeds(settings, claim, end);
}

/** Checks a claimed chunk. Rejects if that failed and will be claimed again. */
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
 * Makes a task fail that cannot be worked on for a reason of our own. It ends with its present answers, and all other tasks continue. If
 * the store refuses that too, this process checks no more of the task, and tries again at long intervals.
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

/** Does a step that ends something. When it fails, it is claimed again after a pause that grows with each time. */
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

/** Lets others have the claim after this time. Never rejects. */
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
