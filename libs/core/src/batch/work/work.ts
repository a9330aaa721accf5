import type { TaskId } from '../../model/identifiers.js';
import type { WorkOutcome } from '../../ports/task-queue.js';
import type { Claim, Lease } from '../../ports/task-store.js';
import type { WorkSettings } from '../batch-settings.js';
import { attemptPauseMs } from './chunk/attempt-pause.js';
import { type ClaimedChunk, checkChunk } from './chunk/check-chunk.js';
import { UnreadableChunk } from './chunk/chunk-progress.js';
import type { Claims, NextClaims } from './claims.js';
import { discardDraft, finishTask, releaseExpiredHolds } from './end-task.js';

/** Of several claims, those that have not begun so long after the store was asked are given back. */
const BEGUN_WITHIN_MS = 250;

export interface WorkCall {
  /** Whether the call may do several pieces of work, as the pace of this process allows. */
  readonly takesSeveral: boolean;
  readonly signal: AbortSignal;
}

/**
 * Claims the next piece of work, or several, and does it. Every step may be killed and repeated: what it wrote counts once, and what it did
 * not write is claimed again when its lease ends.
 */
export async function doNextWork(
  settings: WorkSettings,
  claims: Claims,
  { signal, takesSeveral }: WorkCall,
): Promise<WorkOutcome> {
  // Else a chunk would be claimed and given back for ever, by a host that goes on until nothing is left.
  if (signal.aborted) return { did: 'nothing', retryAfterMs: 0 };
  const next = await claims.next({ takesSeveral });
  const [first] = next.claims;
  if (first === undefined) {
    const { retryAfterMs } = next;
    await releaseExpiredHolds(settings);
    if (retryAfterMs === null) return { did: 'nothing', retryAfterMs };
    // The upstream may have named a time for the next probe that comes after the timeout of tasks that wait.
    const overdueInMs = await settings.checking.watch.outage.failOverdue();
    return { did: 'nothing', retryAfterMs: Math.min(retryAfterMs, overdueInMs) };
  }
  await doClaims(settings, claims, next, signal);
  return { did: 'work', taskId: first.taskId };
}

/**
 * Does the claims, whatever becomes of each, and rejects with the first error. The next one begins when the calls of the last one have
 * ended, while its record is on its way. If a checker has become slow meanwhile, the others are given back: another call would get its turn
 * late, and other processes might have nothing to do.
 */
async function doClaims(
  settings: WorkSettings,
  claims: Claims,
  { askedAt, claims: claimed }: NextClaims,
  signal: AbortSignal,
): Promise<void> {
  const errors: unknown[] = [];
  const running: Promise<void>[] = [];
  for (const claim of claimed) {
    const isLate = running.length > 0 && settings.clock.elapsed() - askedAt > BEGUN_WITHIN_MS;
    if (signal.aborted || isLate) {
      running.push(giveBack(settings, claim.lease, 0).then(() => claims.noteGivenBack()));
      continue;
    }
    await new Promise<void>((onAsked) => {
      const work = doClaim(settings, { claim, askedAt, onAsked }, signal)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          claims.noteEnd();
          onAsked();
        });
      running.push(work);
    });
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
}

/** Does what is next for this task and for no other, and resolves to when there may be more. */
export async function doWorkOf(
  settings: WorkSettings,
  taskId: TaskId,
  signal: AbortSignal,
): Promise<number | null> {
  const askedAt = settings.clock.elapsed();
  const { claims, retryAfterMs } = await settings.store.claim({
    leaseMs: settings.leaseMs,
    limit: 1,
    taskId,
  });
  const [claim] = claims;
  if (claim === undefined) return retryAfterMs;
  await doClaim(settings, { claim, askedAt, onAsked: () => undefined }, signal);
  return 0;
}

interface ClaimedWork extends Pick<ClaimedChunk, 'askedAt' | 'onAsked'> {
  readonly claim: Claim;
}

async function doClaim(
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

async function giveBack(
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
