import type { Lease } from '@dialproof/core';
import { refreshTask, type StoreWork } from './store-work.js';

export async function extendLease(work: StoreWork, lease: Lease, leaseMs: number): Promise<boolean> {
  const { session, queries, time } = work;
  const { taskId, chunkIndex, token } = lease;
  const leaseUntil = time.after(leaseMs);
  const extended =
    chunkIndex === null
      ? await session.change(queries.extendTaskLease, { taskId, token, leaseUntil })
      : await session.change(queries.extendChunkLease, { taskId, chunkIndex, token, leaseUntil });
  if (extended > 0) await refreshTask(work, taskId);
  return extended > 0;
}

export async function giveBack(work: StoreWork, lease: Lease, retryAfterMs: number): Promise<void> {
  const { session, queries, time } = work;
  const { taskId, chunkIndex, token } = lease;
  const freeAt = time.after(retryAfterMs);
  const given =
    chunkIndex === null
      ? await session.change(queries.giveBackTask, { taskId, token, freeAt })
      : await session.change(queries.giveBackChunk, { taskId, chunkIndex, token, freeAt });
  if (given > 0) await refreshTask(work, taskId);
}

/** Ends all leases and pauses, and updates the readiness of all tasks at once. It runs only at a start, so it may take long. */
export async function endLeases(work: StoreWork): Promise<void> {
  const { session, queries, now } = work;
  await session.change(queries.endOutagePause, { now });
  await work.locks.allAccounts(session);
  await session.change(queries.endChunkLeases, {});
  await session.change(queries.endTaskLeases, {});
  await session.change(queries.endPassedTaskLeases, {});
  await session.change(queries.refreshAllDue, { now });
  await session.change(queries.refreshAllAccounts, {});
}
