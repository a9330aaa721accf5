import type { TaskId } from '../../model/identifiers.js';
import type { WorkOutcome } from '../../ports/task-queue.js';
import type { WorkSettings } from '../batch-settings.js';
import type { Claims } from './claims.js';
import { doCheck, doEnd } from './do-claim.js';

export interface WorkCall {
  /** Whether the caller calls again at once, so that a claim may take work for its next calls too. */
  readonly takesSeveral: boolean;
  readonly signal: AbortSignal;
  /** Is called when work was found, before it is done. */
  readonly onBegun?: (() => void) | undefined;
}

/**
 * Claims the next piece of work and does it. Every step may be killed and repeated: its writes count once, and the rest is claimed again
 * when its lease ends.
 */
export async function doNextWork(
  settings: WorkSettings,
  claims: Claims,
  { onBegun, signal, takesSeveral }: WorkCall,
): Promise<WorkOutcome> {
  // Otherwise a host that calls this in a loop would claim a chunk and give it back for ever.
  if (signal.aborted) return { did: 'nothing', retryAfterMs: 0 };
  const { askedAt, claim, retryAfterMs } = await claims.next({ takesSeveral });
  if (claim === undefined) return { did: 'nothing', retryAfterMs };
  if (signal.aborted) {
    await claims.giveBack(claim);
    return { did: 'nothing', retryAfterMs: 0 };
  }
  onBegun?.();
  try {
    if (claim.kind !== 'check') await doEnd(settings, claim);
    else await doCheck(settings, { claim, askedAt, numbers: claims.numbersOf(claim) }, signal);
  } finally {
    claims.noteEnd(claim);
  }
  return { did: 'work', taskId: claim.taskId };
}

/** Does the next piece of work of one task, and resolves to the time until there may be more; null if there is none. */
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
  const chunk = { askedAt, numbers: { accountId: claim.accountId, waiting: 0 } };
  if (claim.kind === 'check') await doCheck(settings, { claim, ...chunk }, signal);
  else await doEnd(settings, claim);
  return 0;
}
