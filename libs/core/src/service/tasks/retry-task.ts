import { findTask, type TaskRequest } from '../../batch/account-tasks.js';
import type { BatchSettings } from '../../batch/batch-settings.js';
import type { CountedCredits } from '../../batch/daily-credits.js';
import { assertWithinLimit, creditLimit } from '../../batch/intake/affordable.js';
import { type HeldLease, LeaseKeeper } from '../../batch/lease-keeper.js';
import { reopenedChunk } from '../../batch/recorded-chunk.js';
import type { CreditCaps } from '../../model/accounts.js';
import { DialproofError, isDialproofError } from '../../model/errors.js';
import { taskHoldId } from '../../model/identifiers.js';
import { hasEnded, rowsToRetry, type Task, type TaskFile } from '../../model/task.js';
import type { RetryContents, TaskRetry } from '../../ports/task-store.js';

export interface RetryRequest extends TaskRequest {
  /** The caps of the caller's credentials, for the credits of this retry. Default: none. */
  readonly caps?: CreditCaps;
}

/**
 * Continues an ended task with its rows without an answer: it first holds their credits, then resumes the task. If the process dies in
 * between, the worker that claims the abandoned retry releases the hold.
 */
export async function retryTask(settings: BatchSettings, request: RetryRequest): Promise<Task> {
  const task = await findTask(settings, request);
  const rows = rowsToRetry(task);
  if (!hasEnded(task.status)) throw notEnded(`the task is ${task.status}`);
  if (rows === 0) {
    throw new DialproofError('nothing_to_retry', { hint: 'every number of the task has been verified' });
  }
  const askedAt = settings.clock.elapsed();
  const retry = await settings.store.beginRetry(task.taskId, settings.leaseMs);
  if (retry === undefined) throw notEnded('a retry of the task has been begun already');
  return await resume(settings, task, { ...retry, askedAt }, { rows, caps: request.caps });
}

async function resume(
  settings: BatchSettings,
  { accountId, file, taskId }: Task,
  { askedAt, lease, run }: TaskRetry & Pick<HeldLease, 'askedAt'>,
  { caps, rows }: { readonly caps: CreditCaps | undefined; readonly rows: number },
): Promise<Task> {
  const { daily, ledger, observer, quota, reporter, store } = settings;
  const holdId = taskHoldId(taskId, run);
  // If the lease is lost, the store refuses the retry, and the worker that claims it releases its hold.
  const keeper = new LeaseKeeper({ lease, askedAt }, settings, () => undefined);
  let counted: CountedCredits | undefined;
  try {
    const chunks = await store.statuses(taskId);
    const credits = rows - knownRows(file, chunks);
    assertWithinLimit(credits, creditLimit(undefined, caps), 'the retry');
    counted = await daily.count(caps, credits);
    await ledger.hold({ holdId, accountId, credits, expiresAfterMs: null });
    const reopened = reopenedChunks(chunks);
    const resumed = await quota.resume(lease, { heldCredits: credits, reopened });
    observer?.onCredits?.({ purpose: 'batch', change: 'held', credits });
    return resumed;
  } catch (error) {
    // The lease was lost, so this retry has resumed nothing. If the task is unfinished, another retry has resumed it.
    const isLost = isDialproofError(error, 'task_not_found');
    if (!isLost) {
      const found = await store.find(taskId).then(
        (task) => ({ task }),
        () => null,
      );
      // It is unknown whether the task was resumed. If not, the worker that claims the retry releases the hold.
      if (found === null) throw error;
      // If the connection broke before the answer, the task may have been resumed nevertheless.
      if (found.task !== undefined && !hasEnded(found.task.status)) return found.task;
    }
    // Release the hold also if the task is gone: nobody else would.
    await ledger
      .settle({ holdId, accountId, credits: 0 })
      .then(() => counted?.giveBack())
      .then(() => store.discard(lease))
      .catch((reason: unknown) => reporter.report('cleanup_failed', reason));
    throw isLost ? retryLost(error) : error;
  } finally {
    keeper.stop();
  }
}

/** The rows whose answers were known when the file was read and are not recorded yet. The retry records them at no cost. */
function knownRows({ knownRows: rows = [] }: TaskFile, chunks: readonly (Uint8Array | undefined)[]): number {
  return rows.reduce((sum, count, index) => (chunks[index] === undefined ? sum + count : sum), 0);
}

function reopenedChunks(chunks: readonly (Uint8Array | undefined)[]): RetryContents['reopened'] {
  return chunks.flatMap((recorded, chunkIndex) => {
    const statuses = recorded && reopenedChunk(recorded);
    return statuses === undefined ? [] : [{ chunkIndex, statuses }];
  });
}

function notEnded(hint: string): DialproofError {
  return new DialproofError('task_not_done', { hint });
}

/** The error for a lost retry: the process or its store was too slow to extend the lease. */
function retryLost(cause: unknown): DialproofError {
  return new DialproofError('overloaded', {
    hint: 'the retry was interrupted by a delay of the server; ask for it again',
    retryAfterMs: 1_000,
    cause,
  });
}
