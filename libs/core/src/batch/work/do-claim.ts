import type { Claim, Lease } from '../../ports/task-store.js';
import type { WorkSettings } from '../batch-settings.js';
import { attemptPauseMs } from './chunk/attempt-pause.js';
import { type ClaimedChunk, checkChunk } from './chunk/check-chunk.js';
import { UnreadableChunk } from './chunk/chunk-progress.js';
import { discardDraft, finishTask } from './end-task.js';

export interface ClaimedWork extends Pick<ClaimedChunk, 'askedAt' | 'onAsked'> {
  readonly claim: Claim;
}

/** Does a claim to its end. Rejects where it failed and will be claimed again. */
export async function doClaim(
  settings: WorkSettings,
  { claim, ...call }: ClaimedWork,
  signal: AbortSignal,
): Promise<void> {
  switch (claim.kind) {
    case 'check':
      return await doCheck(settings, { claim, ...call }, signal);
    case 'finish':
      return await untilItSucceeds(settings, claim, () => finishTask(settings, claim));
    case 'discard':
      return await untilItSucceeds(settings, claim, () => discardDraft(settings, claim));
  }
}

async function doCheck(settings: WorkSettings, chunk: ClaimedChunk, signal: AbortSignal): Promise<void> {
  const { changes, reporter, store } = settings;
  const { claim } = chunk;
  changes.notify(claim.taskId);
  try {
    const { finish, retryAfterMs } = await checkChunk(settings, chunk, signal);
    if (finish !== null) await untilItSucceeds(settings, finish, () => finishTask(settings, finish));
    else if (retryAfterMs !== null) await giveBack(settings, claim.lease, retryAfterMs);
  } catch (error) {
    if (!(error instanceof UnreadableChunk)) {
      await giveBack(settings, claim.lease, attemptPauseMs(1, 0));
      throw error;
    }
    // The task is set aside: it ends with what it has, and all others go on.
    reporter.report('task_unreadable', error);
    await store.fail(claim.taskId, 'internal_error');
    await giveBack(settings, claim.lease, 0);
  }
}

/** Does a step that ends something. When it fails, it is claimed again after a pause that grows with each time. */
async function untilItSucceeds(
  settings: WorkSettings,
  { lease, tries }: Claim & { readonly kind: 'finish' | 'discard' },
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    await giveBack(settings, lease, attemptPauseMs(tries + 1, 0));
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
