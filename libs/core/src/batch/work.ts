import { type CheckNumbersParts, checkNumbers } from '../checking/check-numbers.js';
import { type TaskId, taskHoldId } from '../identifiers.js';
import { nextTurn } from '../next-turn.js';
import type { WorkOutcome } from '../ports/task-queue.js';
import type { Claim, GiveBack, LeaseTarget } from '../ports/task-store.js';
import type { BatchSettings } from './batch-settings.js';
import { countRows, countVerified, encodeStatuses } from './chunk-statuses.js';
import { LeaseKeeper } from './lease-keeper.js';
import { decodeNumberChunk } from './number-chunk.js';
import { judgeOutage } from './outage.js';

export interface WorkSettings extends BatchSettings {
  readonly checking: CheckNumbersParts;
  readonly outageTimeoutMs: number;
}

/** How long a task rests after a step of it failed for a reason that is not its own, such as a ledger that does not answer. */
const REST_AFTER_ERROR_MS = 1_000;

/**
 * Claims the next thing to be done and does it. Every step may be killed and repeated: what it wrote counts once, and what it did
 * not write is claimed again when its lease ends.
 */
export async function doNextWork(settings: WorkSettings, signal: AbortSignal): Promise<WorkOutcome> {
  const { clock, leaseMs, ledger, store } = settings;
  const now = clock.now();
  // Else a chunk would be claimed and given back for ever, by a host that goes on until nothing is left.
  if (signal.aborted) return { did: 'nothing', retryAt: now };
  const { claim, ...rest } = await store.claim({ now, leaseUntil: now + leaseMs });
  if (claim === null) {
    await ledger.releaseExpired(now);
    return { did: 'nothing', retryAt: 'retryAt' in rest ? rest.retryAt : null };
  }
  const target = leaseTarget(claim);
  try {
    await doClaim(settings, claim, target, signal);
  } catch (error) {
    await giveBack(settings, target, { notBefore: clock.now() + REST_AFTER_ERROR_MS, outageSince: null });
    throw error;
  }
  settings.watchers.notify(target.taskId);
  return { did: 'work', taskId: target.taskId };
}

function leaseTarget(claim: Claim): LeaseTarget {
  switch (claim.kind) {
    case 'check':
      return { taskId: claim.task.taskId, chunkIndex: claim.chunkIndex };
    case 'finish':
      return { taskId: claim.task.taskId, chunkIndex: null };
    case 'discard':
      return { taskId: claim.taskId, chunkIndex: null };
  }
}

async function doClaim(
  settings: WorkSettings,
  claim: Claim,
  target: LeaseTarget,
  signal: AbortSignal,
): Promise<void> {
  switch (claim.kind) {
    case 'check':
      return checkChunk(settings, claim, target, signal);
    case 'finish':
      return finishTask(settings, claim);
    case 'discard':
      return discardDraft(settings, claim.taskId);
  }
}

async function checkChunk(
  settings: WorkSettings,
  claim: Claim & { kind: 'check' },
  target: LeaseTarget,
  signal: AbortSignal,
): Promise<void> {
  const { checking, clock, outageTimeoutMs, store, watchers } = settings;
  const { taskId } = target;
  if (claim.task.processed === 0) watchers.notify(taskId);
  await nextTurn();
  const { numbers, rowCounts } = decodeNumberChunk(claim.chunk);
  const lease = new LeaseKeeper(target, settings, () => undefined);
  try {
    const outcome = await checkNumbers(numbers, checking, signal);
    switch (outcome.kind) {
      case 'answered':
        await store.record(taskId, claim.chunkIndex, {
          statuses: encodeStatuses(outcome.answers),
          rows: countRows(outcome.answers, rowCounts),
          verified: countVerified(outcome.answers),
        });
        return;
      case 'aborted':
        return await giveBack(settings, target, { notBefore: clock.now(), outageSince: null });
      case 'outage': {
        const outage = judgeOutage(claim.outageSince, clock.now(), outageTimeoutMs);
        if (outage.givesUp) await store.fail(taskId, 'checker_unavailable');
        return await giveBack(settings, target, { notBefore: outage.notBefore, outageSince: outage.since });
      }
    }
  } finally {
    lease.stop();
  }
}

/** Settling comes before the ending is shown, so that whoever sees a task done also sees its credits settled. */
async function finishTask(settings: WorkSettings, claim: Claim & { kind: 'finish' }): Promise<void> {
  const { clock, ledger, onError, store } = settings;
  const { taskId } = claim.task;
  const { charged } = await ledger.settle(taskHoldId(taskId), claim.verified);
  if (charged !== claim.verified) {
    onError(
      new RangeError(
        `task ${taskId}: ${claim.verified} numbers were verified, but the ledger charged ${charged}`,
      ),
    );
  }
  await store.finish(taskId, {
    status: claim.failureReason === null ? 'done' : 'failed',
    failureReason: claim.failureReason,
    charged,
    finishedAt: clock.now(),
  });
  // Not only when there is nothing to do: where there always is, what others left behind would be held for ever.
  await ledger.releaseExpired(clock.now());
}

async function discardDraft({ ledger, store }: WorkSettings, taskId: TaskId): Promise<void> {
  await ledger.settle(taskHoldId(taskId), 0);
  await store.discard(taskId);
}

async function giveBack({ onError, store }: WorkSettings, target: LeaseTarget, how: GiveBack): Promise<void> {
  // If this fails too, the lease ends by itself.
  await store.giveBack(target, how).catch(onError);
}
