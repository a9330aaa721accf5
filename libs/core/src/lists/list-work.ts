import type { WorkOutcome, WorkSource } from '../ports/task-queue.js';
import { advanceList, LIST_LEASE_MS, type ListParts } from './list-runs.js';

/**
 * The work on due lists, one after another. A list that fails is tried again after its lease, behind the others that are due: it stops none
 * of them.
 */
export function listWork(parts: ListParts): WorkSource {
  return {
    async work(): Promise<WorkOutcome> {
      const { found, now, retryAfterMs } = await parts.lists.claimDue({ leaseMs: LIST_LEASE_MS });
      if (found === undefined) return { did: 'nothing', retryAfterMs };
      await advanceList(parts, found.list, now);
      return { did: 'work', taskId: null };
    },
  };
}
