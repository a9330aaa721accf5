import type { TaskId } from '../../model/identifiers.js';
import type { WorkOutcome } from '../../ports/task-queue.js';
import type { WorkSettings } from '../batch-settings.js';
import type { Claims } from './claims.js';
import { doCheck, doEnd } from './do-claim.js';
import { releaseExpiredHolds } from './end-task.js';
import { doClaims } from './several-claims.js';

export interface WorkCall {
  /** Whether the call may do several pieces of work, as the pace of this process allows. */
  readonly takesSeveral: boolean;
  readonly signal: AbortSignal;
  /** Is called when work was found, before it is done. */
  readonly onBegun?: (() => void) | undefined;
}

/**
 * Claims the next piece of work, or several, and does it. Every step may be killed and repeated: what it wrote counts once, and what it did
 * not write is claimed again when its lease ends.
 */
export async function doNextWork(
  settings: WorkSettings,
  claims: Claims,
  { onBegun, signal, takesSeveral }: WorkCall,
): Promise<WorkOutcome> {
  // Else a chunk would be claimed and given back for ever, by a host that goes on until nothing is left.
  if (signal.aborted) return { did: 'nothing', retryAfterMs: 0 };
  const next = await claims.next({ takesSeveral });
  const [first] = next.claims;
  if (first === undefined) {
    await releaseExpiredHolds(settings);
    return { did: 'nothing', retryAfterMs: next.retryAfterMs };
  }
  onBegun?.();
  await doClaims(settings, claims, next, signal);
  return { did: 'work', taskId: first.taskId };
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
  const chunk = { askedAt, onAsked: () => undefined, numbers: { accountId: claim.accountId, waiting: 0 } };
  if (claim.kind === 'check') await doCheck(settings, { claim, ...chunk }, signal);
  else await doEnd(settings, claim);
  return 0;
}
