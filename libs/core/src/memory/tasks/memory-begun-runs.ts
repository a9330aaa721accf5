import type { TaskId } from '../../model/identifiers.js';
import type { DiscardClaim, Lease } from '../../ports/task-store.js';
import type { MemoryBegunRun } from './memory-begun-run.js';
import type { MemoryDraft } from './memory-draft.js';

/** The drafts and retries of the {@link MemoryTaskStore} that are begun, and not yet enqueued, resumed or discarded. */
export class MemoryBegunRuns {
  readonly drafts = new Map<TaskId, MemoryDraft>();
  readonly retries = new Map<TaskId, MemoryBegunRun>();

  /** The begun run of this lease. */
  under({ taskId, token }: Lease): MemoryBegunRun | undefined {
    const begun = this.drafts.get(taskId) ?? this.retries.get(taskId);
    return begun?.lease.isHeldBy(token) ? begun : undefined;
  }

  remove(taskId: TaskId): void {
    this.drafts.delete(taskId);
    this.retries.delete(taskId);
  }

  claimDiscard(
    wanted: TaskId | null,
    { leaseMs, newToken, now }: { now: number; leaseMs: number; newToken: () => string },
  ): DiscardClaim | undefined {
    for (const begun of this.#of(wanted)) {
      if (begun.lease.freeAt <= now) return begun.claimDiscard(now, leaseMs, newToken());
    }
    return undefined;
  }

  /** The earliest time at which one of them can be claimed to be discarded. */
  claimableAt(wanted: TaskId | null): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { lease } of this.#of(wanted)) first = Math.min(first, lease.freeAt);
    return first;
  }

  endLeases(): void {
    for (const { lease } of this.#of(null)) lease.end();
  }

  *#of(wanted: TaskId | null): Generator<MemoryBegunRun, void, undefined> {
    for (const runs of [this.drafts, this.retries]) {
      if (wanted === null) yield* runs.values();
      const begun = wanted === null ? undefined : runs.get(wanted);
      if (begun !== undefined) yield begun;
    }
  }
}
