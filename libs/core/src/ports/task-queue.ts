import type { TaskId } from '../model/identifiers.js';

/** The outcome of one call of the work function. */
export type WorkOutcome =
  /** Work was done, and there may be more. `taskId`: the task of its first piece, null for work that belongs to no task. */
  | { readonly did: 'work'; readonly taskId: TaskId | null }
  /** There is no work now. Work may become due by itself after `retryAfterMs` milliseconds; null if nothing waits. */
  | { readonly did: 'nothing'; readonly retryAfterMs: number | null };

/**
 * Does the next piece of work, or several where each takes little time. Safe to call concurrently, from many processes too. `onBegun` is
 * called when the call has found work, which may take long: another call may then find more, such as that of another account. A queue that
 * does not pass `onBegun` makes that call later.
 */
export type DoNextWork = (signal: AbortSignal, onBegun?: () => void) => Promise<WorkOutcome>;

/** Work besides tasks that the same calls do, such as the deliveries of webhooks. */
export interface WorkSource {
  /**
   * Does all waiting work, and resolves when none is left for now. It may take long: checks do not wait for it.
   * When the signal is aborted, it finishes its running work within a few seconds, and begins nothing more.
   */
  work(signal: AbortSignal): Promise<WorkOutcome>;
}

/**
 * Wakes workers. The task store is the record of truth: a queue that forgets everything loses no work, since every call of the
 * work function finds its work in the store.
 */
export interface TaskQueue {
  /**
   * Starts calling `work` until it answers `nothing`, and again after each {@link wake} and after `retryAfterMs`. A call that rejects does
   * not stop the queue. A second start without a stop in between rejects with TypeError.
   */
  start(work: DoNextWork): Promise<void>;

  /**
   * Reports that there is work, at least for this task. It resolves when the queue has recorded the wake, not when the work is done. A wake
   * during a running call of `work` is not lost. Before the start and after the stop it does nothing. The service waits at most a second
   * for it, since the uploader waits too.
   */
  wake(taskId: TaskId): Promise<void>;

  /** Aborts the signal of running calls, waits until they have returned, and makes no further calls. Safe twice and before the start. */
  stop(): Promise<void>;
}
