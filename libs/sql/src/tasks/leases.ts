import type { Lease } from '@dialproof/core';
import { queries } from './queries/task-queries.js';
import { refreshTask, type StoreWork } from './store-work.js';

export async function extendLease(work: StoreWork, lease: Lease, leaseMs: number): Promise<boolean> {
  const { session, time } = work;
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
  const { session, time } = work;
  const { taskId, chunkIndex, token } = lease;
  const freeAt = time.after(retryAfterMs);
  const given =
    chunkIndex === null
      ? await session.change(queries.giveBackTask, { taskId, token, freeAt })
      : await session.change(queries.giveBackChunk, { taskId, chunkIndex, token, freeAt });
  if (given > 0) await refreshTask(work, taskId);
}
